/** Tests the consent page with a scripted browser that runs no JavaScript. */
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { authorize, claimsOf, createWalk, textOf } from './support/walk.ts';

const PASSWORD = 'Consent-Horse-7-Battery';
const CONSENT = 'Authorize application';
const HINTS = [
  'Only authorize applications that you trust.',
  'You can revoke access at any time from your dashboard .',
  'The application does not get your password.',
];

test.describe.configure({ mode: 'parallel' });

async function createPerson() {
  const email = `consent-${crypto.randomUUID()}@example.com`;
  const { id } = await createUserRow(db(), { email, passwordHash: await hashPassword(PASSWORD) });
  return { id, email };
}

test('remembers consent to a confidential client (client_secret_post), but asks again for a new scope (S68)', async () => {
  const walk = await createWalk('post');
  await authorize(walk);
  const silent = await walk.rp.request();
  const { page, url } = await walk.browser.open(silent.url);
  expect(page).toBeNull();
  expect(claimsOf(await walk.rp.redeem(url, silent)).sub).toBe(walk.user.id);
  for (const more of [{ scope: 'openid email' }, { scope: 'openid', prompt: 'consent' }])
    expect(textOf(await walk.browser.open((await walk.rp.request(more)).url))).toContain(CONSENT);
});

test('requires PKCE from a public client, marks it as public and asks for consent every time (S66, S68)', async () => {
  const { rp, browser, user } = await createWalk('none');
  for (let time = 0; time < 2; time++) {
    const request = await rp.request();
    const page = await browser.open(request.url);
    expect(textOf(page)).toMatch(/ Public .*PKCE Protected /);
    const { url } = await browser.decide(page, 'authorize');
    expect(claimsOf(await rp.redeem(url, request)).sub).toBe(user.id);
  }
  const { url } = await browser.open((await rp.request({}, { pkce: false })).url);
  expect(url.href.startsWith(rp.redirectUri)).toBe(true);
  expect(url.searchParams.get('error')).toBe('invalid_request');
});

test('says that a client which registered itself is not known to Rspamd Premium (S92)', async () => {
  const { rp, browser } = await createWalk('basic', { kind: 'registered' });
  const { url } = await rp.request();
  const text = textOf(await browser.open(url));
  expect(text).toContain('This app registered itself and is not known to Rspamd Premium.');
  expect(text).toMatch(/ Unknown PKCE Protected /);
  const known = await createWalk();
  expect(textOf(await known.browser.open((await known.rp.request()).url))).not.toContain('not known');
});

test('names the client, its host, the scopes and the user, with hints before and after login (S68)', async () => {
  const { rp, browser, user, email, sessionId } = await createWalk();
  const asked = await browser.open((await rp.request({ scope: 'openid email' })).url);
  const text = textOf(asked);
  for (const shown of [
    rp.name,
    'PKCE Protected',
    ' app.test.example ',
    'Verify your identity',
    'Access your email address',
    email,
    ...HINTS,
  ])
    expect(text).toContain(shown);
  expect(text).not.toMatch(/\/callback| Public |Access your basic profile information/);
  await db().signInSession.delete({ where: { id: sessionId } });
  const before = textOf(await browser.open(asked.url));
  for (const shown of [rp.name, 'Log In to Continue', ...HINTS]) expect(before).toContain(shown);
  expect(before).not.toContain(email);
  expect(await db().consent.count({ where: { userId: user.id } })).toBe(0);
});

test('redirects with access_denied, the fixed description and the state after Deny', async () => {
  const { rp, browser, user } = await createWalk('basic', { redirectUris: ['https://app.test.example/callback?a=b'] });
  const request = await rp.request();
  const { url } = await browser.decide(await browser.open(request.url), 'deny');
  expect(url.href.startsWith('https://app.test.example/callback?')).toBe(true);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    a: 'b',
    error: 'access_denied',
    error_description: 'The user denied the request',
    state: request.checks.expectedState,
  });
  const denials = await db().auditEvent.findMany({ where: { action: 'consent.denied', targetId: user.id } });
  expect(denials.map(({ data }) => data)).toEqual([{ client: rp.id }]);
});

test('asks for the password again with prompt=login, in a browser without JavaScript, too', async () => {
  const { rp, browser } = await createWalk();
  const person = await createPerson();
  await browser.logIn(person.id);
  const request = await rp.request({ prompt: 'login' });
  const page = await browser.open(request.url);
  expect(textOf(page)).toContain('asks you to log in again');
  const login = await browser.follow(page, 'Log In to Continue');
  const asked = await browser.goOn(await browser.submitLogin(login, person.email, PASSWORD));
  const { url } = await browser.decide(asked, 'authorize');
  expect(claimsOf(await rp.redeem(url, request)).sub).toBe(person.id);
});

test('asks another user for their own consent after "Not you?" (S67)', async () => {
  const { rp, browser, email } = await createWalk();
  const second = await createPerson();
  const request = await rp.request();
  const page = await browser.open(request.url);
  expect(textOf(page)).toContain(email);
  const login = await browser.follow(page, 'Not you?');
  const asked = await browser.goOn(await browser.submitLogin(login, second.email, PASSWORD));
  expect(textOf(asked)).toContain(second.email);
  const { url } = await browser.decide(asked, 'authorize');
  expect(claimsOf(await rp.redeem(url, request)).sub).toBe(second.id);
  expect(textOf(await browser.open(page.url)), 'the first interaction is over').toContain(`Go back to`);
});

test('redirects from the login straight to a client with remembered consent', async () => {
  const { rp, browser, sessionId } = await createWalk();
  const person = await createPerson();
  await db().signInSession.delete({ where: { id: sessionId } });
  await db().consent.create({ data: { userId: person.id, clientId: rp.id, scopes: ['openid'] } });
  const login = await browser.follow(await browser.open((await rp.request()).url), 'Log In to Continue');
  const { url } = await browser.goOn(await browser.submitLogin(login, person.email, PASSWORD));
  expect(url.href.startsWith(rp.redirectUri)).toBe(true);
  expect(url.searchParams.get('code')).toBeTruthy();
});

test('links only to our home page from the error card (S64)', async () => {
  const { browser } = await createWalk();
  const { page } = await browser.open('/oauth2/authorize?error=unsupported_response_type');
  const main = /<main.*<\/main>/s.exec(page?.text ?? '')?.[0] ?? '';
  expect([...main.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/']);
});
