import { expect, test } from 'vitest';
import { NO_COOKIES, runAsked } from '#lib/testing/demo/lived-in-account.ts';
import { db } from '#lib/base/db/db.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { mailedToken } from '#lib/testing/queued-mails.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { assertFreshLogin } from '#lib/base/fresh-login.ts';
import { logIn } from '#lib/auth/login/service.ts';
import { findSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { resetPassword } from '#lib/auth/settings/password-reset.ts';
import { blockUsers } from '#lib/users/block-users.ts';
import { updateUser } from '#lib/users/update-user.ts';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { UpdateUserInput } from '#lib/users/schema.ts';
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

async function signedUp(password = PASSWORD, returnUrl?: string) {
  const email = newAddress();
  const { browser } = await signUp(at(0), { email, password, return_url: returnUrl });
  return { email, browser, token: await linkOf(email) };
}

const inBrowser = (signUpToken: string | null) => ({ ...NO_COOKIES, signUp: signUpToken });
/** Opens a link and presses the button. `password` is typed where the page asks for one. */
const verify = (link: { email: string; token: string }, signUpToken: string | null, password?: string, ms = HOUR) =>
  verifyEmail(at(ms), { email: link.email, token: link.token, password }, inBrowser(signUpToken));
const logInWith = (email: string, password: string, ms = 2 * HOUR) => logIn(at(ms), { email, password }, NO_COOKIES);
const WRONG = { code: 'unauthenticated' };

test('opens and records a session in the browser that signed up, and remembers the browser', async () => {
  const person = await signedUp();
  const { login } = await verify(person, person.browser);
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
  const { login } = await verify(person, person.browser);
  const session = await findSignInSession(db(), login?.session ?? '', new Date(START + HOUR));
  const actor = {
    kind: 'user',
    userId: session?.user.id ?? '',
    accountId: session?.account.id ?? '',
    accountRole: 'owner',
    role: 'subscriber',
    sessionId: session?.id ?? '',
  } as const;
  await expect(assertFreshLogin({ ...at(HOUR), actor })).rejects.toMatchObject({ code: 'reauthentication_required' });
});

test.each([
  ['no cookie', null],
  ['a made-up cookie', 'x'.repeat(43)],
])('asks for a password with %s, keeps the link until one is chosen, and opens no session (S86)', async (_, cookie) => {
  const person = await signedUp();
  await expect(verify(person, cookie)).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: expect.any(String) },
  });
  await expect(verify(person, cookie, 'too short')).rejects.toMatchObject({ code: 'weak_password' });
  expect(await verify(person, cookie, OTHER_PASSWORD)).toEqual({ login: null, returnUrl: null });
  await expect(logInWith(person.email, PASSWORD)).rejects.toMatchObject(WRONG);
  expect(await logInWith(person.email, OTHER_PASSWORD)).toMatchObject({ status: 'ok' });
});

test('asks for a password with the cookie of a sign-up with another address', async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()];
  await expect(verify(mine, theirs.browser)).rejects.toMatchObject({ code: 'invalid' });
});

test('refuses the second use of the link, even in the browser that signed up', async () => {
  const person = await signedUp();
  await verify(person, person.browser);
  await expect(verify(person, person.browser)).rejects.toMatchObject({ code: 'invalid', fields: undefined });
});

test('mails a link of the same sign-up to its browser, and a link without a password to any other', async () => {
  const [own, other] = [await signedUp(), await signedUp()];
  await resendVerification(at(1), { email: own.email }, own.browser);
  await resendVerification(at(1), { email: other.email, return_url: '/pricing' });
  await runAsked(db());
  const newest = async ({ email }: { email: string }) => ({ email, token: await linkOf(email) });
  expect((await verify(await newest(own), own.browser)).login).not.toBeNull();
  const asked = await newest(other);
  await expect(verify(asked, other.browser)).rejects.toMatchObject({ code: 'invalid' });
  expect(await verify(asked, other.browser, OTHER_PASSWORD)).toEqual({ login: null, returnUrl: '/pricing' });
});

test('activates what the sign-up of the link typed, not what a later one did, in both orders (S86)', async () => {
  for (const used of ['first', 'second'] as const) {
    const first = await signedUp(PASSWORD, '/buy?small=1');
    const second = await signUp(at(1), { email: first.email, password: OTHER_PASSWORD, return_url: '/pricing' });
    const links = {
      first: { ...first, password: PASSWORD, returnUrl: '/buy?small=1' },
      second: {
        ...first,
        ...second,
        token: await linkOf(first.email),
        password: OTHER_PASSWORD,
        returnUrl: '/pricing',
      },
    };
    const { token, browser, password, returnUrl } = links[used];
    const verified = await verify({ email: first.email, token }, browser);
    expect(verified).toMatchObject({ login: { status: 'ok' }, returnUrl });
    const others = [PASSWORD, OTHER_PASSWORD].filter((each) => each !== password);
    for (const other of others) await expect(logInWith(first.email, other)).rejects.toMatchObject(WRONG);
    expect(await logInWith(first.email, password)).toMatchObject({ status: 'ok' });
    const left = links[used === 'first' ? 'second' : 'first'];
    await expect(verify(left, left.browser)).rejects.toMatchObject({ code: 'invalid' });
  }
});

test('keeps the three newest links of an address, however many sign-ups and requests there are', async () => {
  const { email, token: oldest } = await signedUp();
  const tokens = [];
  for (const ms of [1, 2]) {
    await signUp(at(ms), { email, password: OTHER_PASSWORD });
    tokens.push(await linkOf(email));
  }
  await resendVerification(at(3), { email });
  await runAsked(db());
  tokens.push(await linkOf(email));
  await expect(verify({ email, token: oldest }, null, PASSWORD)).rejects.toMatchObject({ fields: undefined });
  for (const token of tokens)
    await expect(verify({ email, token }, null)).rejects.toMatchObject({ fields: { password: expect.any(String) } });
  expect(await db().signUp.count({ where: { userId: await userId(email) } })).toBe(3);
});

test('judges a login before verification by the sign-up of this browser, else by the newest', async () => {
  const first = await signedUp(PASSWORD);
  const { email } = first;
  await signUp(at(1), { email, password: OTHER_PASSWORD });
  const attempt = (password: string, signUpToken: string | null) =>
    logIn(at(HOUR), { email, password }, inBrowser(signUpToken));
  const unverified = { code: 'email_not_verified' };
  await expect(attempt(PASSWORD, first.browser)).rejects.toMatchObject(unverified);
  await expect(attempt(OTHER_PASSWORD, first.browser)).rejects.toMatchObject(WRONG);
  await expect(attempt(PASSWORD, null)).rejects.toMatchObject(WRONG);
  await expect(attempt(OTHER_PASSWORD, null)).rejects.toMatchObject(unverified);
});

test('says that the address is not verified for seven days after the sign-up, then knows no password', async () => {
  const { email } = await signedUp();
  await expect(logInWith(email, PASSWORD, 7 * DAY - 1)).rejects.toMatchObject({ code: 'email_not_verified' });
  await expect(logInWith(email, PASSWORD, 7 * DAY)).rejects.toMatchObject(WRONG);
});

test('lets a password that an admin set before the verification say what is missing, and never activates it', async () => {
  const person = await signedUp();
  const input = { user_id: await userId(person.email), reset_password: true, new_password: OTHER_PASSWORD };
  await updateUser(adminContext(db()), UpdateUserInput.parse(input));
  await expect(logInWith(person.email, OTHER_PASSWORD)).rejects.toMatchObject({ code: 'email_not_verified' });
  await expect(verify(person, person.browser)).rejects.toMatchObject({ code: 'invalid', fields: undefined });
  await resendVerification(at(HOUR), { email: person.email });
  await runAsked(db());
  await verify({ email: person.email, token: await linkOf(person.email) }, person.browser, PASSWORD);
  await expect(logInWith(person.email, OTHER_PASSWORD)).rejects.toMatchObject(WRONG);
});

test('keeps the password of a verified user when another sign-up uses the address', async () => {
  const person = await signedUp();
  await verify(person, person.browser);
  const { browser } = await signUp(at(2 * HOUR), { email: person.email, password: OTHER_PASSWORD });
  expect(browser).toMatch(/^[\w-]{43}$/);
  expect(await logInWith(person.email, PASSWORD)).toMatchObject({ status: 'ok' });
});

test('asks for a password with a link that an earlier release mailed, and ignores the one that it stored', async () => {
  const email = newAddress();
  const user = await createUserRow(db(), { email, emailVerifiedAt: null, passwordHash: await hashPassword(PASSWORD) });
  const token = await createOneTimeToken(db(), 'verify_email', { id: user.id, email }, new Date(START));
  await expect(logInWith(email, PASSWORD, HOUR)).rejects.toMatchObject({ code: 'email_not_verified' });
  await expect(verify({ email, token }, null)).rejects.toMatchObject({ fields: { password: expect.any(String) } });
  await verify({ email, token }, null, OTHER_PASSWORD);
  await expect(logInWith(email, PASSWORD)).rejects.toMatchObject(WRONG);
  await expect(verify({ email, token }, null, PASSWORD)).rejects.toMatchObject({ code: 'invalid' });
});

test('refuses a link of an address that was verified without voiding it, as an earlier release does', async () => {
  const person = await signedUp();
  await db().user.update({ where: { email: person.email }, data: { emailVerifiedAt: new Date(START) } });
  await expect(verify(person, person.browser)).rejects.toMatchObject({ code: 'invalid', fields: undefined });
});

test('voids the links of sign-ups when the password is reset', async () => {
  const person = await signedUp();
  const user = { id: await userId(person.email), email: person.email };
  const token = await createOneTimeToken(db(), 'reset_password', user, new Date(START));
  await resetPassword(at(1), { email: person.email, token, password: OTHER_PASSWORD });
  await expect(verify(person, person.browser)).rejects.toMatchObject({ code: 'invalid' });
  expect(await logInWith(person.email, OTHER_PASSWORD)).toMatchObject({ status: 'ok' });
});

test('opens no session for a blocked user', async () => {
  const blocked = await signedUp();
  await blockUsers(adminContext(db()), { ids: [await userId(blocked.email)], blocked: true, dry_run: false });
  expect((await verify(blocked, blocked.browser)).login).toBeNull();
});

test('opens no session for a user with a second factor', async () => {
  const person = await signedUp();
  const data = { totpEnabledAt: new Date(START), totpSecretSealed: Buffer.from('sealed') };
  await db().user.update({ where: { email: person.email }, data });
  expect((await verify(person, person.browser)).login).toBeNull();
});

test('keeps the tokens of cookie and link out of the database (S76)', async () => {
  const { email, browser, token } = await signedUp();
  const [row] = await db().$queryRaw<{ text: string }[]>`
    SELECT row_to_json(s)::text || row_to_json(u)::text AS text
    FROM sign_ups s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`;
  expect(row?.text).toContain('browser_token_hash');
  for (const secret of [browser, token]) {
    expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  }
});
