/**
 * Repeats the modules of the OpenID Foundation's Form Post OP certification: the Basic OP modules whose response goes
 * to the client, with response_mode=form_post.
 */
import * as client from 'openid-client';
import { MINUTE } from '#lib/base/time.ts';
import { expect, test } from '../fixtures.ts';
import { createRelyingParty, type Request } from './support/relying-party.ts';
import {
  ageCodes,
  claimsOf,
  createWalk,
  logInAgain,
  postToken,
  ScriptedBrowser,
  setAuthTime,
  type Stop,
  textOf,
  userinfo,
  type Walk,
} from './support/walk.ts';

test.describe.configure({ mode: 'parallel' });

/** Reads the self-submitting form of the response page, and returns its fields as the URL that `redeem` expects. */
function posted({ page }: Stop, redirectUri: string): URL {
  const text = page?.text ?? '';
  expect(/<form method="post" action="([^"]+)"/.exec(text)?.[1], text.slice(0, 300)).toBe(redirectUri);
  const url = new URL(redirectUri);
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
    url.searchParams.set(name, value.replaceAll('&amp;', '&').replaceAll('&#x3A;', ':').replaceAll('&#x2F;', '/'));
  return url;
}

/** Sends an authorization request, consents if asked, and returns the posted response. */
async function ask(
  walk: Walk,
  parameters: Record<string, string> = {},
  options?: Parameters<typeof walk.rp.request>[1],
) {
  const request = await walk.rp.request({ response_mode: 'form_post', ...parameters }, options);
  let stop = await walk.browser.open(request.url);
  if (textOf(stop).includes('Authorize application')) stop = await walk.browser.decide(stop, 'authorize');
  return { request, answer: posted(stop, walk.rp.redirectUri) };
}

type Tokens = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

async function logIn(walk: Walk, ...rest: [Record<string, string>?, Parameters<typeof walk.rp.request>[1]?]) {
  const { request, answer } = await ask(walk, ...rest);
  return walk.rp.redeem(answer, request);
}

const succeeds: Record<string, Record<string, string>> = {
  'oidcc-server': {},
  'oidcc-display-page': { display: 'page' },
  'oidcc-display-popup': { display: 'popup' },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': { extra: 'foobar' },
  'oidcc-login-hint': { login_hint: 'buffy@example.com' },
  'oidcc-ui-locales': { ui_locales: 'se' },
  'oidcc-claims-locales': { claims_locales: 'se' },
  'oidcc-ensure-request-with-acr-values-succeeds': { acr_values: '1 2' },
  'oidcc-ensure-other-scope-order-succeeds': { scope: 'email openid' },
  'oidcc-alternate-happy-flow': { scope: 'email openid' },
  'oidcc-max-age-10000': { max_age: '10000' },
};
for (const [module, parameters] of Object.entries(succeeds))
  test(`${module} (form_post)`, async () => {
    const walk = await createWalk();
    const { request, answer } = await ask(walk, parameters);
    expect([...answer.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state']);
    expect(claimsOf(await walk.rp.redeem(answer, request)).sub).toBe(walk.user.id);
  });

for (const [module, scope, names] of [
  ['oidcc-scope-profile', 'openid profile', ['name', 'preferred_username', 'sub', 'updated_at']],
  ['oidcc-scope-email', 'openid email', ['email', 'email_verified', 'sub']],
  ['oidcc-scope-address', 'openid address', ['sub']],
  ['oidcc-scope-phone', 'openid phone', ['sub']],
  [
    'oidcc-scope-all',
    'openid profile email address phone',
    ['email', 'email_verified', 'name', 'preferred_username', 'sub', 'updated_at'],
  ],
] as const)
  test(`${module} (form_post)`, async () => {
    const { access_token: token } = await logIn(await createWalk(), { scope });
    expect(Object.keys((await (await userinfo(token)).json()) as object).toSorted()).toEqual(names);
  });

test('oidcc-claims-essential (form_post)', async () => {
  const walk = await createWalk();
  const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
  const { access_token: token } = await logIn(walk, { claims });
  expect(await (await userinfo(token)).json()).toEqual({ sub: walk.user.id, name: expect.stringMatching(/^Walk /) });
});

test('oidcc-ensure-request-without-nonce-succeeds-for-code-flow (form_post)', async () => {
  expect(claimsOf(await logIn(await createWalk(), {}, { nonce: false })).nonce).toBeUndefined();
});

test('oidcc-ensure-request-with-valid-pkce-succeeds (form_post)', async () => {
  const walk = await createWalk('none');
  const { request, answer } = await ask(walk);
  const wrong: Request = { ...request, checks: { ...request.checks, pkceCodeVerifier: 'x'.repeat(43) } };
  await expect(walk.rp.redeem(answer, wrong)).rejects.toThrow();
  expect((await logIn(walk)).access_token).toBeTruthy();
});

test('oidcc-server-client-secret-post (form_post)', async () => {
  expect((await logIn(await createWalk('post'))).access_token).toBeTruthy();
});

for (const [module, ask] of Object.entries({
  'oidcc-userinfo-get': (token: string) => userinfo(token),
  'oidcc-userinfo-post-header': (token: string) =>
    userinfo(token, { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
  'oidcc-userinfo-post-body': (token: string) =>
    userinfo(token, { method: 'POST', headers: {}, body: new URLSearchParams({ access_token: token }) }),
}))
  test(`${module} (form_post)`, async () => {
    const walk = await createWalk();
    const { access_token: token } = await logIn(walk);
    expect(await (await ask(token)).json()).toEqual({ sub: walk.user.id });
  });

test('oidcc-prompt-none-not-logged-in (form_post)', async () => {
  const walk = await createWalk();
  const { url } = await walk.rp.request({ response_mode: 'form_post', prompt: 'none' });
  const answer = posted(await new ScriptedBrowser().open(url), walk.rp.redirectUri);
  expect(answer.searchParams.get('error')).toBe('login_required');
  expect(answer.searchParams.get('state')).toBe(url.searchParams.get('state'));
});

test('oidcc-prompt-none-logged-in (form_post)', async () => {
  const walk = await createWalk();
  const first = claimsOf(await logIn(walk));
  expect(claimsOf(await logIn(walk, { prompt: 'none' }))).toMatchObject({ sub: first.sub, auth_time: first.auth_time });
});

test('oidcc-id-token-hint (form_post)', async () => {
  const walk = await createWalk();
  const { id_token: hint = '' } = await logIn(walk);
  expect(claimsOf(await logIn(walk, { prompt: 'none', id_token_hint: hint })).sub).toBe(walk.user.id);
});

for (const [module, parameters] of Object.entries({
  'oidcc-prompt-login': { prompt: 'login' },
  'oidcc-max-age-1': { max_age: '1' },
}))
  test(`${module} (form_post)`, async () => {
    const walk = await createWalk();
    await setAuthTime(walk.sessionId, new Date(Date.now() - MINUTE));
    const before = claimsOf(await logIn(walk)).auth_time ?? 0;
    const request = await walk.rp.request({ response_mode: 'form_post', ...parameters });
    const page = await walk.browser.open(request.url);
    expect(textOf(page)).toContain('Log In to Continue');
    await logInAgain(walk);
    const stop = await walk.browser.goOn(await walk.browser.open(page.url));
    const after: Tokens = await walk.rp.redeem(posted(stop, walk.rp.redirectUri), request);
    expect(claimsOf(after).auth_time).toBeGreaterThan(before);
  });

test('oidcc-ensure-post-request-succeeds (form_post)', async () => {
  const { rp, browser } = await createWalk();
  const request = await rp.request({ response_mode: 'form_post' });
  const page = await browser.open('/oauth2/authorize', { form: Object.fromEntries(request.url.searchParams) });
  const answer = posted(await browser.decide(page, 'authorize'), rp.redirectUri);
  expect((await rp.redeem(answer, request)).access_token).toBeTruthy();
});

test('oidcc-idtoken-signature (form_post)', async () => {
  const { id_token: idToken = '' } = await logIn(await createWalk());
  const header: unknown = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString());
  expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
});

test('oidcc-response-type-missing (form_post)', async () => {
  const walk = await createWalk();
  const { url } = await walk.rp.request({ response_mode: 'form_post' });
  url.searchParams.delete('response_type');
  expect(textOf(await walk.browser.open(url))).toContain('Missing required parameters.');
});

test('oidcc-ensure-registered-redirect-uri (form_post)', async () => {
  const walk = await createWalk();
  const { url } = await walk.rp.request({ response_mode: 'form_post', redirect_uri: 'https://evil.example/callback' });
  expect(textOf(await walk.browser.open(url))).toContain('The redirect URI is not registered');
});

for (const module of [
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported',
  'oidcc-ensure-request-object-with-redirect-uri',
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported',
])
  test(`${module} (form_post)`, async () => {
    const walk = await createWalk();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const object = `${part({ alg: 'none' })}.${part({ client_id: walk.rp.id, redirect_uri: walk.rp.redirectUri })}.`;
    const isUri = module.includes('request-uri');
    const parameters = isUri ? { request_uri: 'https://app.test.example/request.jwt' } : { request: object };
    const { url } = await walk.rp.request({ response_mode: 'form_post' });
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const answer = posted(await walk.browser.open(url), walk.rp.redirectUri);
    expect(answer.searchParams.get('error')).toBe(isUri ? 'request_uri_not_supported' : 'request_not_supported');
  });

for (const module of ['oidcc-codereuse', 'oidcc-codereuse-30seconds'])
  test(`${module} (form_post)`, async () => {
    const walk = await createWalk();
    const { request, answer } = await ask(walk);
    const { access_token: token } = await walk.rp.redeem(answer, request);
    if (module.endsWith('30seconds')) await ageCodes(walk.rp);
    await expect(walk.rp.redeem(answer, request)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect((await userinfo(token)).status).toBe(401);
  });

test('oidcc-refresh-token (form_post)', async () => {
  const walk = await createWalk();
  const first = await logIn(walk);
  const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
  expect((await postToken(await createRelyingParty(), form)).body).toMatchObject({ error: 'invalid_grant' });
  const second = await client.refreshTokenGrant(walk.rp.config, form.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  const { iss, sub, aud, auth_time } = claimsOf(first);
  expect(claimsOf(second)).toMatchObject({ iss, sub, aud, auth_time });
});
