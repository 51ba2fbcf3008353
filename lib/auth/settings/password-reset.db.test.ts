import { expect, test } from 'vitest';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { logInByPassword, runAsked } from '#lib/testing/demo/lived-in-account.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { recordedCalls } from '#lib/testing/recorded-calls.ts';
import { requestPasswordReset, resetPassword } from './password-reset.ts';

const OLD = 'Old-Password-7-Battery';
const NEW = 'New-Password-7-Battery';
const now = new Date();

async function person(store: Db = db()) {
  const email = `${unique('reset')}@test.example`;
  const user = await createUserRow(store, { email, passwordHash: await hashPassword(OLD) });
  return { id: user.id, email };
}

test('answers known and unknown addresses alike, and mails only the known address (S4)', () =>
  inRollback(async (tx) => {
    const user = await person(tx);
    const ctx = anonymousContext(tx, { ip: '192.0.2.11' });
    const queued = () =>
      tx.$queryRaw<{ count: bigint }[]>`SELECT count(*) FROM pgboss.job WHERE data->>'template' = 'reset_password'`;
    const [before] = await queued();
    expect(await requestPasswordReset(ctx, { email: `${unique('nobody')}@test.example` })).toBeUndefined();
    await runAsked(tx);
    expect((await queued())[0]).toEqual(before);
    expect(await requestPasswordReset(ctx, { email: user.email })).toBeUndefined();
    await runAsked(tx);
    expect((await queued())[0]?.count).toBe((before?.count ?? 0n) + 1n);
  }));

test('makes the same database calls and queues one job for known and unknown addresses (S4)', () =>
  inRollback(async (tx) => {
    const { email } = await person(tx);
    const asked = async (address: string) => {
      const { store, calls } = recordedCalls(tx);
      await requestPasswordReset(anonymousContext(store, { ip: '192.0.2.13' }), { email: address });
      const jobs = await tx.$queryRaw<{ name: string; size: number }[]>`
        DELETE FROM pgboss.job RETURNING name, length(data::text) AS size`;
      return { calls, jobs };
    };
    const [known, unknown] = [await asked(email), await asked(`nobody${email.slice(6)}`)];
    expect(known.jobs).toHaveLength(1);
    expect(known).toEqual(unknown);
  }));

test('records who requested the link, and keeps the address out of the job (S76, S81)', () =>
  inRollback(async (tx) => {
    const user = await person(tx);
    const ctx = anonymousContext(tx, { ip: '192.0.2.14' });
    await requestPasswordReset(ctx, { email: user.email });
    const rows = await tx.$queryRaw<{ text: string }[]>`SELECT j::text AS text FROM pgboss.job j`;
    for (const { text } of rows) expect(text).not.toContain(user.email);
    await runAsked(tx);
    const auditLog = await tx.auditEvent.findMany({ where: { targetId: user.id } });
    expect(auditLog).toMatchObject([
      { action: 'user.password_reset_requested', actorKind: 'anonymous', ip: '192.0.2.14', requestId: ctx.requestId },
    ]);
  }));

test('refuses the fourth request for an address within an hour (S4)', async () => {
  const { email } = await person();
  const ask = () => requestPasswordReset(anonymousContext(db(), { ip: '192.0.2.12' }), { email });
  await ask();
  await ask();
  await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' });
});

test('changes the password, ends all sessions and voids the link (S13)', async () => {
  const user = await person();
  const ctx = anonymousContext(db());
  const { session } = await logInByPassword(ctx, { email: user.email, password: OLD });
  const token = await createOneTimeToken(db(), 'reset_password', user, now);
  await resetPassword(ctx, { email: user.email, token, password: NEW });
  expect(await findSignInSession(db(), session, new Date())).toBeNull();
  await expect(logInByPassword(ctx, { email: user.email, password: OLD })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await expect(logInByPassword(ctx, { email: user.email, password: NEW })).resolves.toBeDefined();
  await expect(resetPassword(ctx, { email: user.email, token, password: OLD })).rejects.toMatchObject({
    code: 'invalid',
  });
  expect(await db().auditEvent.count({ where: { action: 'user.password_reset', targetId: user.id } })).toBe(1);
});

test('accepts only one of 20 simultaneous uses of a link (S14)', async () => {
  const user = await person();
  const token = await createOneTimeToken(db(), 'reset_password', user, now);
  const uses = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      resetPassword(anonymousContext(db()), { email: user.email, token, password: `${NEW}${n}` }),
    ),
  );
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test.each([
  ['another address', { email: 'someone@test.example' }, 'invalid'],
  ['a forged token', { token: 'x'.repeat(43) }, 'invalid'],
  ['a weak password (S5)', { password: 'short' }, 'weak_password'],
])('keeps the link valid when it refuses %s', async (_title, change, code) => {
  const user = await person();
  const token = await createOneTimeToken(db(), 'reset_password', user, now);
  const input = { email: user.email, token, password: NEW };
  await expect(resetPassword(anonymousContext(db()), { ...input, ...change })).rejects.toMatchObject({ code });
  await expect(resetPassword(anonymousContext(db()), input)).resolves.toBeUndefined();
});

test('checks the link before it judges and hashes the password (S8)', async () => {
  const user = await person();
  const input = { email: user.email, token: 'x'.repeat(43), password: 'Password1234!' };
  await expect(resetPassword(anonymousContext(db()), input)).rejects.toMatchObject({ code: 'invalid' });
});

test("limits forged links by IP address while the owner's link still works", async () => {
  const user = await person();
  const token = await createOneTimeToken(db(), 'reset_password', user, now);
  const attack = () =>
    resetPassword(anonymousContext(db(), { ip: '192.0.2.66' }), {
      email: user.email,
      token: 'x'.repeat(43),
      password: NEW,
    });
  for (let count = 0; count < 60; count++) await expect(attack()).rejects.toMatchObject({ code: 'invalid' });
  await expect(attack()).rejects.toMatchObject({ code: 'rate_limited' });
  const owner = anonymousContext(db(), { ip: '192.0.2.15' });
  await expect(resetPassword(owner, { email: user.email, token, password: NEW })).resolves.toBeUndefined();
});
