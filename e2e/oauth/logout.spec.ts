/** Repeats the modules of the OpenID Foundation's RP-Initiated Logout certification, under their original names. */
import * as client from 'openid-client';
import { db } from '#lib/base/db/db.ts';
import { expect, test } from '../fixtures.ts';
import { stack } from '../support/stacks/stack.ts';
import { createWalk, logInThere, type Stop, textOf, userinfo, type Walk } from './support/walk.ts';

const AFTERWARDS = 'https://app.test.example/bye';

test.describe.configure({ mode: 'parallel' });

async function loggedIn() {
  const walk = await createWalk('basic', { postLogoutRedirectUris: [AFTERWARDS] });
  const tokens = await logInThere(walk);
  return { walk, tokens, hint: tokens.id_token ?? '' };
}

const endSession = (walk: Walk, parameters: Record<string, string>) =>
  walk.browser.open(`/oauth2/end_session?${new URLSearchParams(parameters)}`);

const isLoggedIn = async ({ sessionId, browser }: Walk) => {
  const status = (await browser.send('/userstatus')).status;
  expect(status === 200, 'the session row and the cookie agree').toBe(
    (await db().signInSession.count({ where: { id: sessionId } })) === 1,
  );
  return status === 200;
};

/** Submits the form of the confirmation page. */
function answer(walk: Walk, { page }: Stop, choice: { logout?: 'yes' }): Promise<Stop> {
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page?.text ?? '')?.[1] ?? '';
  return walk.browser.open('/oauth2/end_session/confirm', { form: { xsrf, ...choice } });
}

test('oidcc-rp-initiated-logout-discovery-endpoint-verification: publishes end_session_endpoint', async () => {
  const { walk } = await loggedIn();
  expect(walk.rp.config.serverMetadata().end_session_endpoint).toBe(`${stack.baseUrl}/oauth2/end_session`);
});

test('oidcc-rp-initiated-logout: logs out with an ID token hint and redirects straight to the client', async () => {
  const { walk, tokens, hint } = await loggedIn();
  const url = client.buildEndSessionUrl(walk.rp.config, {
    id_token_hint: hint,
    post_logout_redirect_uri: AFTERWARDS,
    state: 'xyz',
  });
  const stop = await walk.browser.open(url);
  expect(stop.url.href).toBe(`${AFTERWARDS}?state=xyz`);
  expect(await isLoggedIn(walk)).toBe(false);
  const asked = await walk.browser.open((await walk.rp.request({ prompt: 'none' })).url);
  expect(asked.url.searchParams.get('error')).toBe('login_required');
  expect(await db().auditEvent.count({ where: { action: 'session.ended', targetId: walk.user.id } })).toBe(1);
  expect((await userinfo(tokens.access_token)).status, 'access tokens stay valid').toBe(200);
});

// OpenID Connect RP-Initiated Logout 1.0 §2
test('accepts the parameters as a posted form and refuses a form that is too long', async () => {
  const { walk, hint } = await loggedIn();
  const form = { id_token_hint: hint, post_logout_redirect_uri: AFTERWARDS, state: 'x&z' };
  const long = await walk.browser.open('/oauth2/end_session', { form: { ...form, more: 'x'.repeat(20_000) } });
  expect(textOf(long)).toContain('Logout failed');
  expect(await isLoggedIn(walk)).toBe(true);
  const { url } = await walk.browser.open('/oauth2/end_session', { form });
  expect(url.href).toBe(`${AFTERWARDS}?state=x%26z`);
  expect(await isLoggedIn(walk)).toBe(false);
});

test('oidcc-rp-initiated-logout-no-state', async () => {
  const { walk, hint } = await loggedIn();
  const { url } = await endSession(walk, { id_token_hint: hint, post_logout_redirect_uri: AFTERWARDS });
  expect(url.href).toBe(AFTERWARDS);
});

for (const [module, parameters] of Object.entries({
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': { state: 'xyz' },
  'oidcc-rp-initiated-logout-only-state': { state: 'xyz' },
  'oidcc-rp-initiated-logout-no-params': {},
}))
  test(`${module}: logs out and redirects home`, async () => {
    const { walk, hint } = await loggedIn();
    const needsHint = module.includes('no-post');
    const stop = await endSession(walk, { ...parameters, ...(needsHint && { id_token_hint: hint }) });
    const done = needsHint ? stop : await answer(walk, stop, { logout: 'yes' });
    expect(done.url.pathname).toBe('/');
    expect(await isLoggedIn(walk)).toBe(false);
  });

test('oidcc-rp-initiated-logout-no-id-token-hint: asks first and respects the user’s choice (S79)', async () => {
  const { walk } = await loggedIn();
  const ask = { client_id: walk.rp.id, post_logout_redirect_uri: AFTERWARDS, state: 'xyz' };
  const page = await endSession(walk, ask);
  expect(textOf(page)).toContain('Log out of Rspamd Premium?');
  expect(await isLoggedIn(walk)).toBe(true);
  expect((await answer(walk, page, {})).url.href).toBe(`${AFTERWARDS}?state=xyz`);
  expect(await isLoggedIn(walk)).toBe(true);
  expect((await answer(walk, await endSession(walk, ask), { logout: 'yes' })).url.href).toBe(`${AFTERWARDS}?state=xyz`);
  expect(await isLoggedIn(walk)).toBe(false);
});

for (const [module, uri] of Object.entries({
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': 'https://evil.example/bye',
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': `${AFTERWARDS}?a=b`,
}))
  test(`${module}: shows the error card and keeps the session (S79)`, async () => {
    const { walk, hint } = await loggedIn();
    const stop = await endSession(walk, { id_token_hint: hint, post_logout_redirect_uri: uri });
    expect(textOf(stop)).toContain('Logout failed');
    expect(await isLoggedIn(walk)).toBe(true);
  });

for (const [module, change] of Object.entries({
  'oidcc-rp-initiated-logout-modified-id-token-hint': (hint: string) => `${hint.slice(0, -10)}AAAAAAAAAA`,
  'oidcc-rp-initiated-logout-bad-id-token-hint': () => 'no.id.token',
}))
  test(`${module}: shows the error card and keeps the session (S79)`, async () => {
    const { walk, hint } = await loggedIn();
    const parameters = { id_token_hint: change(hint), post_logout_redirect_uri: AFTERWARDS };
    expect(textOf(await endSession(walk, parameters))).toContain('Logout failed');
    expect(await isLoggedIn(walk)).toBe(true);
  });

test('offers to log out on the error card, and stays on our site', async ({ page, asSubscriber }) => {
  const { walk } = await loggedIn();
  const { id } = await asSubscriber();
  const query = new URLSearchParams({ client_id: walk.rp.id, post_logout_redirect_uri: 'https://evil.example/bye' });
  await page.goto(`/oauth2/end_session?${query}`);
  await expect(page.getByRole('main')).toContainText('not valid. You are still logged in.');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${stack.baseUrl}/`);
  expect(await db().signInSession.count({ where: { userId: id } })).toBe(0);
  await page.goto(`/oauth2/end_session?${query}`);
  await expect(page.getByRole('main')).toContainText('You are not logged in.');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
});

test("asks first when the ID token hint is another user's (S79)", async () => {
  const { hint } = await loggedIn();
  const { walk } = await loggedIn();
  expect(textOf(await endSession(walk, { id_token_hint: hint }))).toContain('Log out of Rspamd Premium?');
  expect(await isLoggedIn(walk)).toBe(true);
});

test('refuses a parameter with a NUL character, in the query and in a form (S55)', async () => {
  const { walk } = await loggedIn();
  const state = 'a\0b';
  expect(textOf(await endSession(walk, { state }))).toContain('Logout failed');
  expect(textOf(await walk.browser.open('/oauth2/end_session', { form: { state } }))).toContain('Logout failed');
  expect(await isLoggedIn(walk)).toBe(true);
});

test('redirects without asking when the session has already ended', async () => {
  const { walk } = await loggedIn();
  await db().signInSession.delete({ where: { id: walk.sessionId } });
  expect((await endSession(walk, {})).url.pathname).toBe('/');
  const { url } = await endSession(walk, { client_id: walk.rp.id, post_logout_redirect_uri: AFTERWARDS, state: 'a&b' });
  expect(url.href).toBe(`${AFTERWARDS}?state=a%26b`);
});
