import { expect, test } from 'vitest';
import { verifyPassword } from '#lib/auth/passwords/password-hash.ts';
import { ResendVerificationInput, SignUpInput } from '#lib/auth/schema.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import type { DomainError } from '#lib/base/errors.ts';
import { DAY } from '#lib/base/time.ts';
import type { TestContext } from '#lib/testing/context.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { runAsked } from '#lib/testing/demo/lived-in-account.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { mailedToken, mailsTo, queuedMails } from '#lib/testing/queued-mails.ts';
import { recordedCalls } from '#lib/testing/recorded-calls.ts';
import { signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

const PASSWORD = 'Correct-Horse-7';
const CHOOSE = 'Please choose a password.';
const newAddress = () => `${unique('new')}@test.example`;

const newestToken = (tx: Db, email: string) => mailedToken(email, 'verify_email', tx);

async function signUpAndGetToken(ctx: TestContext, email: string) {
  await signUp(ctx, { email, password: PASSWORD });
  return newestToken(ctx.db, email);
}

test('creates an unverified user, mails a link to our own origin and records the sign-up (S16, S81)', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    await signUp(anonymousContext(tx), { email, password: PASSWORD, return_url: '/buy?small=1' });
    const user = await tx.user.findUniqueOrThrow({
      where: { email },
      include: { signUps: true, memberships: { include: { account: true } } },
    });
    expect(user).toMatchObject({ emailVerifiedAt: null, isAdmin: false });
    const account = { id: user.id, stripeCustomerId: null, dailyLimit: null, blockedAt: null };
    expect(user.memberships).toMatchObject([{ role: 'owner', account }]);
    expect(user).toMatchObject({ passwordHash: null, signUps: [{ returnUrl: '/buy?small=1' }] });
    expect(await verifyPassword(user.signUps[0]?.passwordHash ?? null, PASSWORD)).toBe(true);

    const [mail] = await queuedMails(tx);
    expect(mail).toMatchObject({ to: email, subject: 'Verify your email address' });
    const link = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(link.origin + link.pathname).toBe('http://localhost:8080/verify-email');
    expect(link.searchParams.get('email')).toBe(email);
    expect([...link.searchParams.keys()]).toEqual(['email', 'token']);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    const auditLog = await tx.auditEvent.findMany({ where: { targetId: user.id } });
    expect(auditLog).toMatchObject([{ action: 'user.signed_up', actorKind: 'anonymous', ip: '192.0.2.1' }]);
    expect(JSON.stringify(auditLog)).not.toContain(PASSWORD);
  }));

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'stores no return_url %s of sign-up and resend (S39)',
  (elsewhere) =>
    inRollback(async (tx) => {
      const email = newAddress();
      await signUp(anonymousContext(tx), SignUpInput.parse({ email, password: PASSWORD, return_url: elsewhere }));
      await resendVerification(anonymousContext(tx), ResendVerificationInput.parse({ email, return_url: elsewhere }));
      await runAsked(tx);
      const rows = await tx.signUp.findMany({ where: { user: { email } } });
      expect(rows.map(({ returnUrl }) => returnUrl)).toEqual([null, null]);
    }),
);

test('keeps the token of the link out of the database, queue included (S13, S76)', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    const token = await signUpAndGetToken(anonymousContext(tx), email);
    expect(token).toHaveLength(43);
    const rows = await tx.$queryRaw<{ text: string }[]>`
      SELECT row_to_json(j)::text AS text FROM pgboss.job j
      UNION ALL SELECT row_to_json(t)::text FROM one_time_tokens t
      UNION ALL SELECT row_to_json(u)::text FROM users u
      UNION ALL SELECT row_to_json(a)::text FROM audit_events a`;
    const dump = rows.map(({ text }) => text).join();
    expect(dump).toContain('mail.send');
    for (const readable of [token, Buffer.from(token).toString('base64').slice(0, 40), 'verify-email?', PASSWORD])
      expect(dump).not.toContain(readable);
    expect(rows.filter(({ text }) => text.includes('"sealed"')).every(({ text }) => !text.includes(email))).toBe(true);
  }));

test('gives the same answer for a taken address, mails its owner a notice and changes nothing (S3)', () =>
  inRollback(async (tx) => {
    const owner = await createUserRow(tx, { passwordHash: 'unchanged' });
    const email = owner.email ?? '';
    const ctx = anonymousContext(tx);
    const answer = { browser: expect.stringMatching(/^[\w-]{43}$/) };
    expect(await signUp(ctx, { email, password: PASSWORD })).toEqual(answer);
    expect(await signUp(ctx, { email: newAddress(), password: PASSWORD })).toEqual(answer);
    const mails = await mailsTo(email, tx);
    expect(mails).toMatchObject([{ subject: 'You already have an account' }]);
    expect(mails[0]?.text).not.toContain('token=');
    expect(await tx.user.findMany({ where: { email } })).toMatchObject([
      { id: owner.id, passwordHash: 'unchanged', version: 1 },
    ]);
    expect(await tx.oneTimeToken.count({ where: { email } })).toBe(0);
  }));

test('mails the owner of a taken address one notice an hour, however many sign-ups there are', () =>
  inRollback(async (tx) => {
    const { email } = await createUserRow(tx);
    for (let n = 0; n < 20; n++)
      await signUp(anonymousContext(tx, { ip: `198.51.100.${n}` }), { email: email ?? '', password: PASSWORD });
    expect(await mailsTo(email ?? '', tx)).toHaveLength(1);
  }));

test('mails three links an hour when an unverified address signs up again and again', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    const ctx = anonymousContext(tx);
    const first = await signUpAndGetToken(ctx, email);
    for (let n = 0; n < 5; n++) await signUp(ctx, { email, password: `${PASSWORD}-${n}` });
    const mails = await mailsTo(email, tx);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Verify your email address'));
    await expect(verifyEmail(ctx, { email, token: first })).rejects.toMatchObject({ fields: { password: CHOOSE } });
    const auditLog = await tx.auditEvent.findMany({ orderBy: { id: 'asc' } });
    const asked = 'user.verification_requested';
    expect(auditLog.map(({ action }) => action)).toEqual(['user.signed_up', asked, asked]);
  }));

test('makes the same database calls and queues one job for any address when it resends the link (S4)', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    await createUserRow(tx, { email, emailVerifiedAt: null });
    const asked = async (address: string) => {
      const { store, calls } = recordedCalls(tx);
      await resendVerification(anonymousContext(store), { email: address });
      const jobs = await tx.$queryRaw<object[]>`DELETE FROM pgboss.job RETURNING name, length(data::text)`;
      return { calls, jobs };
    };
    const [waiting, unknown] = [await asked(email), await asked(`nobody${email.slice(6)}`)];
    expect(waiting.jobs).toHaveLength(1);
    expect(waiting).toEqual(unknown);
  }));

test("limits attempts with forged links by IP address; the owner's link still works", () =>
  inRollback(async (tx) => {
    const email = newAddress();
    const token = await signUpAndGetToken(anonymousContext(tx), email);
    const attack = () => verifyEmail(anonymousContext(tx, { ip: '192.0.2.66' }), { email, token: 'x'.repeat(43) });
    for (let count = 0; count < 60; count++) await expect(attack()).rejects.toMatchObject({ code: 'invalid' });
    await expect(attack()).rejects.toMatchObject({ code: 'rate_limited' });
    await verifyEmail(anonymousContext(tx), { email, token, password: PASSWORD });
  }));

test.each(['Ab1!', 'abcdefghijklm', `Ab1${'x'.repeat(254)}`])(
  'creates no user with the password %j, and says why (S5)',
  (password) =>
    inRollback(async (tx) => {
      const email = newAddress();
      const attempt = signUp(anonymousContext(tx), { email, password });
      await expect(attempt).rejects.toMatchObject({
        code: 'weak_password',
        message: expect.stringContaining('password'),
      });
      await expect(attempt).rejects.not.toMatchObject({ message: expect.stringContaining(password) });
      expect(await tx.user.count({ where: { email } })).toBe(0);
    }),
);

test('creates one user for four simultaneous sign-ups with one address', async () => {
  const email = newAddress();
  await Promise.all([1, 2, 3, 4].map(() => signUp(anonymousContext(db()), { email, password: PASSWORD })));
  expect(await db().user.count({ where: { email } })).toBe(1);
  const [user] = await db().user.findMany({ where: { email }, select: { id: true } });
  expect(await db().auditEvent.count({ where: { action: 'user.signed_up', targetId: user?.id ?? '' } })).toBe(1);
});

test('verifies the address once (S13)', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    const now = new Date('2026-03-01T00:00:00.000Z');
    const token = await signUpAndGetToken(anonymousContext(tx, { now }), email);
    const later = anonymousContext(tx, { now: new Date(now.getTime() + DAY - 1) });
    await verifyEmail(later, { email, token, password: PASSWORD });
    const user = await tx.user.findUniqueOrThrow({ where: { email } });
    expect(user.emailVerifiedAt).toEqual(later.now);
    expect(await tx.auditEvent.count({ where: { targetId: user.id, action: 'user.email_verified' } })).toBe(1);
    await expect(verifyEmail(later, { email, token })).rejects.toMatchObject({ code: 'invalid' });
  }));

test('refuses the link after 24 hours (S13)', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    const now = new Date('2026-03-01T00:00:00.000Z');
    const token = await signUpAndGetToken(anonymousContext(tx, { now }), email);
    const late = anonymousContext(tx, { now: new Date(now.getTime() + DAY) });
    await expect(verifyEmail(late, { email, token })).rejects.toMatchObject({ code: 'invalid' });
    expect(await tx.user.findUnique({ where: { email } })).toMatchObject({ emailVerifiedAt: null });
  }));

test('accepts the link for its own address only, and not after that address has changed (S13)', () =>
  inRollback(async (tx) => {
    const [mine, other, next] = [newAddress(), newAddress(), newAddress()];
    const ctx = anonymousContext(tx);
    const token = await signUpAndGetToken(ctx, mine);
    const otherToken = await signUpAndGetToken(ctx, other);
    await expect(verifyEmail(ctx, { email: other, token })).rejects.toMatchObject({ code: 'invalid' });
    await tx.user.update({ where: { email: mine }, data: { email: next } });
    for (const email of [mine, next])
      await expect(verifyEmail(ctx, { email, token })).rejects.toMatchObject({ code: 'invalid' });
    await verifyEmail(ctx, { email: other, token: otherToken, password: PASSWORD });
  }));

test('mails no link to a verified or unknown address (S13)', () =>
  inRollback(async (tx) => {
    const email = newAddress();
    const ctx = anonymousContext(tx);
    await verifyEmail(ctx, { email, token: await signUpAndGetToken(ctx, email), password: PASSWORD });
    const before = (await queuedMails(tx)).length;
    await resendVerification(ctx, { email });
    await resendVerification(ctx, { email: newAddress() });
    await runAsked(tx);
    expect(await queuedMails(tx)).toHaveLength(before);
  }));

test('accepts only one of 20 simultaneous uses of a link (S14)', async () => {
  const email = newAddress();
  const token = await signUpAndGetToken(anonymousContext(db()), email);
  // Opens ten connections first, so that the uses run in parallel.
  await Promise.all(Array.from({ length: 10 }, () => db().$queryRaw`SELECT 1 FROM pg_sleep(0.2)`));
  const uses = await Promise.allSettled(
    Array.from({ length: 20 }, () => verifyEmail(anonymousContext(db()), { email, token, password: PASSWORD })),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = uses.flatMap((use) => (use.status === 'rejected' ? [(use.reason as DomainError).code] : []));
  expect(refusals.toSorted()).toEqual(Array<string>(19).fill('invalid'));
});
