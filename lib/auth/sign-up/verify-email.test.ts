import { expect, test } from 'vitest';
import { NO_COOKIES } from '#lib/testing/login.ts';
import { db } from '#lib/db.ts';
import { runAsked } from '#lib/testing/asked.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { unique } from '#lib/testing/factories.ts';
import { mailedToken } from '#lib/testing/queued-mails.ts';
import { DAY, HOUR } from '#lib/time.ts';
import { assertFreshLogin } from '#lib/fresh-login.ts';
import { logIn } from '#lib/auth/login/service.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { blockUsers } from '#lib/people/block-users.ts';
import { createOneTimeToken } from '#lib/users/one-time-token.ts';
import { signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

const PASSWORD = 'Correct-Horse-7';
const OTHER_PASSWORD = 'Another-Zebra-9-Lantern';
const START = Date.now();
const at = (ms: number) => anonymousContext(db(), { now: new Date(START + ms) });
const newAddress = () => `${unique('new')}@test.example`;
const userId = async (email: string) => (await db().user.findUniqueOrThrow({ where: { email } })).id;

/** The token of the newest link that was mailed to this address. */
const linkOf = (email: string) => mailedToken(email, 'verify_email');

async function signedUp(password = PASSWORD) {
  const email = newAddress();
  const { browser } = await signUp(at(0), { email, password });
  return { email, browser, token: await linkOf(email) };
}

const verify = ({ email, token }: { email: string; token: string }, signUpToken: string | null, ms = HOUR) =>
  verifyEmail(at(ms), { email, token }, { ...NO_COOKIES, signUp: signUpToken });

test('opens and records a session in the browser that signed up, and remembers the browser', async () => {
  const person = await signedUp();
  const login = await verify(person, person.browser);
  const now = new Date(START + HOUR);
  const session = await findSignInSession(db(), login?.session ?? '', now);
  expect(session?.user).toEqual({ id: await userId(person.email), email: person.email, isAdmin: false });
  expect(await db().knownDevice.count({ where: { userId: session?.user.id ?? '' } })).toBe(1);
  const log = await db().auditEvent.findMany({
    where: { targetId: session?.user.id ?? '' },
    orderBy: { id: 'asc' },
    select: { action: true },
  });
  expect(log.map(({ action }) => action)).toEqual(['user.signed_up', 'user.email_verified', 'session.started']);
});

test('asks for the password before sensitive actions, because the session is no fresh login', async () => {
  const person = await signedUp();
  const login = await verify(person, person.browser);
  const session = await findSignInSession(db(), login?.session ?? '', new Date(START + HOUR));
  const actor = {
    kind: 'user',
    userId: session?.user.id ?? '',
    role: 'subscriber',
    sessionId: session?.id ?? '',
  } as const;
  await expect(assertFreshLogin({ ...at(HOUR), actor })).rejects.toMatchObject({ code: 'reauthentication_required' });
});

test.each([
  ['no cookie', null],
  ['a made-up cookie', 'x'.repeat(43)],
])('verifies the address and opens no session with %s', async (_, cookie) => {
  const person = await signedUp();
  expect(await verify(person, cookie)).toBeNull();
  expect((await db().user.findUniqueOrThrow({ where: { email: person.email } })).emailVerifiedAt).not.toBeNull();
  expect(await db().signInSession.count({ where: { userId: await userId(person.email) } })).toBe(0);
});

test('opens no session with the cookie of another sign-up', async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()];
  expect(await verify(mine, theirs.browser)).toBeNull();
});

test('refuses the second use of the link, even in the browser that signed up', async () => {
  const person = await signedUp();
  await verify(person, person.browser);
  await expect(verify(person, person.browser)).rejects.toMatchObject({ code: 'invalid' });
});

test('recognises the browser after a new link was requested, but only for 24 hours after the sign-up', async () => {
  const [early, late] = [await signedUp(), await signedUp()];
  for (const { email } of [early, late]) await resendVerification(at(20 * HOUR), { email });
  await runAsked(db());
  const fresh = async (person: typeof early) => ({ email: person.email, token: await linkOf(person.email) });
  expect(await verify(await fresh(early), early.browser, DAY - 1)).not.toBeNull();
  expect(await verify(await fresh(late), late.browser, DAY)).toBeNull();
});

test('replaces password, link and browser when an unverified address signs up again', async () => {
  const first = await signedUp(PASSWORD);
  const { email } = first;
  const second = await signUp(at(1), { email, password: OTHER_PASSWORD });
  await expect(verify(first, first.browser)).rejects.toMatchObject({ code: 'invalid' });
  const link = { email, token: await linkOf(email) };
  expect(await verify(link, first.browser)).toBeNull();
  expect(second.browser).not.toBe(first.browser);
  await expect(logIn(at(HOUR), { email, password: PASSWORD }, NO_COOKIES)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(await logIn(at(HOUR), { email, password: OTHER_PASSWORD }, NO_COOKIES)).toMatchObject({ status: 'ok' });
});

test('recognises the browser of the second sign-up', async () => {
  const { email } = await signedUp();
  const { browser } = await signUp(at(1), { email, password: OTHER_PASSWORD });
  expect(await verify({ email, token: await linkOf(email) }, browser)).toMatchObject({ status: 'ok' });
});

test('keeps the password of a verified user when another sign-up uses the address', async () => {
  const person = await signedUp();
  await verify(person, null);
  const { browser } = await signUp(at(2 * HOUR), { email: person.email, password: OTHER_PASSWORD });
  expect(browser).toMatch(/^[\w-]{43}$/);
  expect(await logIn(at(2 * HOUR), { email: person.email, password: PASSWORD }, NO_COOKIES)).toMatchObject({
    status: 'ok',
  });
});

test('forgets the browser when the password is reset', async () => {
  const person = await signedUp();
  const token = await createOneTimeToken(
    db(),
    'reset_password',
    { id: await userId(person.email), email: person.email },
    new Date(START),
  );
  await resetPassword(at(1), { email: person.email, token, password: OTHER_PASSWORD });
  expect(await verify(person, person.browser)).toBeNull();
});

test('opens no session for a blocked user, nor after the block has ended', async () => {
  const [blocked, unblocked] = [await signedUp(), await signedUp()];
  const ids = [await userId(blocked.email), await userId(unblocked.email)];
  const setBlock = (of: string[], isBlocked: boolean) =>
    blockUsers(adminContext(db()), { ids: of, blocked: isBlocked, dry_run: false });
  await setBlock(ids, true);
  await setBlock(ids.slice(1), false);
  expect(await verify(blocked, blocked.browser)).toBeNull();
  expect(await verify(unblocked, unblocked.browser)).toBeNull();
});

test.each([
  ['is blocked', { blockedAt: new Date(START) }],
  ['has a second factor', { totpEnabledAt: new Date(START), totpSecretSealed: Buffer.from('sealed') }],
])('opens no session for a user who signs up again and %s', async (_, state) => {
  const { email } = await signedUp();
  await db().user.update({ where: { email }, data: state });
  const { browser } = await signUp(at(1), { email, password: OTHER_PASSWORD });
  expect(await verify({ email, token: await linkOf(email) }, browser)).toBeNull();
});

test('keeps the token of the cookie out of the database (S76)', async () => {
  const { email, browser } = await signedUp();
  const [row] = await db().$queryRaw<{ text: string }[]>`
    SELECT row_to_json(t)::text || row_to_json(u)::text AS text
    FROM one_time_tokens t JOIN users u ON u.id = t.user_id WHERE u.email = ${email}`;
  expect(row?.text).toContain('browser_token_hash');
  expect(row?.text).not.toContain(browser);
  expect(row?.text).not.toContain(Buffer.from(browser, 'base64url').toString('hex'));
});
