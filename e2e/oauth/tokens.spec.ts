/** Tests which endpoints accept a token and what revokes it, with openid-client and a scripted browser. */
import * as client from 'openid-client';
import { hashPassword } from '#lib/auth/passwords/password-hash.ts';
import { db } from '#lib/base/db/db.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { stack } from '../support/stacks/stack.ts';
import { createRelyingParty } from './support/relying-party.ts';
import {
  authorize,
  claimsOf,
  createWalk,
  logInThere,
  postToken,
  ScriptedBrowser,
  textOf,
  userinfo,
  type Walk,
} from './support/walk.ts';

test.describe.configure({ mode: 'parallel' });

test('reports a refused request to the client with state and iss, or on the error card (S73)', async () => {
  const { rp, browser } = await createWalk();
  for (const response_type of ['token', 'id_token', 'none', 'code id_token', 'code token'])
    expect(textOf(await browser.open((await rp.request({ response_type })).url)), response_type).toContain(
      "Unsupported response type. Only 'code' is supported.",
    );
  const unknown = await rp.request({ client_id: 'nobody' });
  expect(textOf(await browser.open(unknown.url))).toContain('Invalid client ID.');
  for (const [parameters, error] of [
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ max_age: '-1' }, 'invalid_request'],
    [{ scope: 'email' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ response_mode: 'web_message' }, 'unsupported_response_mode'],
  ] as const) {
    const request = await rp.request(parameters);
    const { url } = await browser.open(request.url);
    expect(Object.fromEntries(url.searchParams), JSON.stringify(parameters)).toMatchObject({
      error,
      state: request.checks.expectedState,
      iss: stack.baseUrl,
    });
  }
});

test('accepts a pushed authorization request (PAR) once, and only from the client that pushed it', async () => {
  const { rp, browser, user } = await createWalk();
  const verifier = client.randomPKCECodeVerifier();
  const url = await client.buildAuthorizationUrlWithPAR(rp.config, {
    redirect_uri: rp.redirectUri,
    scope: 'openid email',
    state: 'pushed',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
  const stolen = new URL(url);
  stolen.searchParams.set('client_id', (await createRelyingParty()).id);
  expect((await new ScriptedBrowser().open(stolen)).page?.text).toContain('Authorization Error');
  const answer = (await browser.decide(await browser.open(url), 'authorize')).url;
  const checks = { expectedState: 'pushed', pkceCodeVerifier: verifier, idTokenExpected: true };
  expect(claimsOf(await client.authorizationCodeGrant(rp.config, answer, checks)).sub).toBe(user.id);
  const again = await browser.open(url);
  expect(again.url.searchParams.get('error') ?? textOf(again)).toMatch(/invalid_request_uri|This request has expired/);
});

test("limits introspection and revocation to the client's own tokens, and revokes the whole token family", async () => {
  const walk = await createWalk();
  const { access_token, refresh_token = '' } = await logInThere(walk, { scope: 'openid email' });
  const inspect = (token: string) => client.tokenIntrospection(walk.rp.config, token);
  expect(await inspect(access_token)).toMatchObject({
    active: true,
    client_id: walk.rp.id,
    sub: walk.user.id,
    scope: 'openid email',
    iss: stack.baseUrl,
  });
  expect(await inspect(refresh_token)).toMatchObject({ active: true });
  const other = await createRelyingParty();
  expect(await client.tokenIntrospection(other.config, access_token)).toEqual({ active: false });
  await client.tokenRevocation(other.config, access_token);
  expect((await userinfo(access_token)).status).toBe(200);
  await client.tokenRevocation(walk.rp.config, refresh_token);
  expect(await inspect(refresh_token)).toEqual({ active: false });
  expect((await userinfo(access_token)).status).toBe(401);
});

test('refuses an access token at our own endpoints and in a query string (S75)', async () => {
  const { access_token } = await logInThere(await createWalk(), { scope: 'openid email profile' });
  const http = new HttpClient(stack.baseUrl);
  const headers = { authorization: `Bearer ${access_token}` };
  for (const path of [
    '/userstatus',
    '/account/api/sessions',
    '/account/api/connected-apps',
    '/admin/api/oauth2/clients',
  ])
    expect((await http.send(path, { headers })).status, path).toBe(401);
  expect((await http.send(`/oauth2/userinfo?access_token=${access_token}`)).status).toBe(400);
  expect((await userinfo('x'.repeat(43))).status).toBe(401);
});

test('refuses a reused refresh token, and revokes its family if the first use was over 30 s ago (S71)', async () => {
  const walk = await createWalk();
  const first = await logInThere(walk);
  const use = (refresh_token: unknown) =>
    postToken(walk.rp, { grant_type: 'refresh_token', refresh_token: String(refresh_token) });
  const second = await use(first.refresh_token);
  expect((await use(first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  const third = await use(second.body.refresh_token);
  expect(third.status).toBe(200);
  expect(third.headers.get('cache-control')).toBe('no-store');
  await db().oidcArtifact.updateMany({
    where: { clientId: walk.rp.id, model: 'RefreshToken', consumedAt: { not: null } },
    data: { consumedAt: new Date(Date.now() - 31_000) },
  });
  expect((await use(first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await use(third.body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await userinfo(String(third.body.access_token))).status).toBe(401);
});

test('limits a grant to 180 days and refuses its refresh token afterwards (S71)', async () => {
  const walk = await createWalk();
  const { refresh_token = '' } = await logInThere(walk);
  const grant = await db().oidcArtifact.findFirstOrThrow({ where: { clientId: walk.rp.id, model: 'Grant' } });
  expect(grant.expiresAt?.getTime()).toBeLessThanOrEqual(Date.now() + 180 * DAY);
  await db().oidcArtifact.update({
    where: { model_id: { model: 'Grant', id: grant.id } },
    data: { payload: { ...(grant.payload as object), exp: Math.floor(Date.now() / 1000) - 1 } },
  });
  expect((await postToken(walk.rp, { grant_type: 'refresh_token', refresh_token })).body).toMatchObject({
    error: 'invalid_grant',
  });
});

test('rejects a decision that comes too early, from another site or from another browser (S67)', async () => {
  const { rp, browser, user } = await createWalk();
  const page = await browser.open((await rp.request()).url);
  const uid = page.url.searchParams.get('interaction') ?? '';
  const address = `/oauth2/authorize/${uid}`;
  const form = { decision: 'authorize', shown_at: String(Date.now() - 1000) };
  // A page that is shown in a minute: on a slow machine, half a second may pass before the answer to one shown now.
  const soon = await browser.open(address, { form: { ...form, shown_at: String(Date.now() + MINUTE) } });
  expect(textOf(soon)).toContain('Authorize application');
  const refusedBy = (code: string) => ({ status: 303, location: `/oauth2/authorize?error=${code}` });
  const refused = refusedBy('other_site');
  const send = async (from: { send: HttpClient['send'] }, headers: Record<string, string>) => {
    const answer = await from.send(address, { form, headers });
    return { status: answer.status, location: answer.headers.get('location') };
  };
  expect(await send(browser, { 'sec-fetch-site': 'cross-site' })).toEqual(refused);
  expect(await send(browser, { 'sec-fetch-site': 'none' })).toEqual(refused);
  expect(await send(browser, {})).toEqual(refused);
  expect(await send(browser, { origin: 'https://evil.example' })).toEqual(refused);
  expect(await send(browser, { origin: 'null' })).toEqual(refused);
  const victim = new ScriptedBrowser();
  await victim.logIn(user.id);
  expect(await send(victim, { 'sec-fetch-site': 'same-origin' })).toEqual(refusedBy('other_browser'));
  expect(await db().consent.count({ where: { userId: user.id } })).toBe(0);
  expect((await send(browser, { origin: stack.baseUrl })).location).toBe(`${stack.baseUrl}${address}`);
});

test('issues exactly one code when an interaction is resumed five times at once (S67)', async () => {
  const { rp, browser } = await createWalk();
  const page = await browser.open((await rp.request()).url);
  const uid = page.url.searchParams.get('interaction') ?? '';
  const form = { decision: 'authorize', shown_at: String(Date.now() - 1000) };
  await browser.send(`/oauth2/authorize/${uid}`, { form, headers: { 'sec-fetch-site': 'same-origin' } });
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.send(`/oauth2/authorize/${uid}`)));
  const codes = answers.filter(({ headers }) => headers.get('location')?.includes('code='));
  expect(codes).toHaveLength(1);
});

test.describe('revocation', () => {
  /** What the client's tokens still get at the userinfo, introspection and token endpoints. */
  async function whatWorks({ rp }: Walk, { access_token, refresh_token = '' }: client.TokenEndpointResponse) {
    const { body } = await postToken(rp, { grant_type: 'refresh_token', refresh_token });
    return {
      userinfo: (await userinfo(access_token)).status,
      introspection: (await client.tokenIntrospection(rp.config, access_token)).active,
      refresh: body.error ?? 'works',
    };
  }
  const NOTHING = { userinfo: 401, introspection: false, refresh: 'invalid_grant' };

  test("refuses a blocked user's tokens at the next request (S24, S75)", async () => {
    const walk = await createWalk();
    const tokens = await logInThere(walk);
    await db().user.update({ where: { id: walk.user.id }, data: { blockedAt: new Date() } });
    expect(await whatWorks(walk, tokens)).toEqual(NOTHING);
    const { url } = await walk.browser.open((await walk.rp.request({ prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('login_required');
  });

  test("ends a deleted user's tokens and unredeemed codes (S24)", async () => {
    const walk = await createWalk();
    const tokens = await logInThere(walk);
    const { request, answer } = await authorize(walk);
    const deleted = await walk.browser.send('/account/api', { method: 'DELETE', json: { email: walk.email } });
    expect(deleted.status).toBe(200);
    expect(await whatWorks(walk, tokens)).toEqual(NOTHING);
    await expect(walk.rp.redeem(answer, request)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('ends all tokens after a password reset (S13, S24)', async ({ mailbox }) => {
    const walk = await createWalk();
    await db().user.update({
      where: { id: walk.user.id },
      data: { passwordHash: await hashPassword('Before-Horse-7-Battery') },
    });
    const tokens = await logInThere(walk);
    await walk.browser.send('/forgot/email', { json: { email: walk.email } });
    const link = new URL(mailbox.linkIn(await mailbox.receive(walk.email, 'Reset your password'), '/reset-password'));
    const reset = { email: walk.email, token: link.searchParams.get('token'), password: 'After-Horse-7-Battery' };
    expect((await walk.browser.send('/reset/email', { json: reset })).status).toBe(200);
    expect(await whatWorks(walk, tokens)).toEqual(NOTHING);
  });

  test('ends all tokens after a password change (S17)', async () => {
    const walk = await createWalk();
    const [current_password, new_password] = ['Before-Horse-7-Battery', 'After-Zebra-9-Lantern'];
    await db().user.update({
      where: { id: walk.user.id },
      data: { passwordHash: await hashPassword(current_password) },
    });
    const tokens = await logInThere(walk);
    const change = { json: { current_password, new_password } };
    expect((await walk.browser.send('/change/password', change)).status).toBe(200);
    expect(await whatWorks(walk, tokens)).toEqual(NOTHING);
  });

  test('ends a revoked app’s tokens and keeps another app’s tokens (S78)', async () => {
    const walk = await createWalk();
    const tokens = await logInThere(walk);
    const other = { ...walk, rp: await createRelyingParty() };
    const otherTokens = await logInThere(other);
    const list = async () => (await walk.browser.send('/account/api/connected-apps')).json() as { apps: object[] };
    expect((await list()).apps).toEqual([
      expect.objectContaining({ client_id: other.rp.id, hosts: ['app.test.example'], scopes: ['openid'] }),
      expect.objectContaining({ client_id: walk.rp.id, last_used_at: expect.any(String) }),
    ]);
    const revoke = () => walk.browser.send(`/account/api/connected-apps/${walk.rp.id}`, { method: 'DELETE' });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    expect(await whatWorks(walk, tokens)).toEqual(NOTHING);
    expect((await userinfo(otherTokens.access_token)).status).toBe(200);
    const { url } = await walk.browser.open((await walk.rp.request({ prompt: 'none' })).url);
    expect(url.searchParams.get('error'), 'the consent is revoked, too').toBe('consent_required');
  });

  test('ends single sign-on at logout but keeps the tokens', async () => {
    const walk = await createWalk();
    const tokens = await logInThere(walk);
    expect((await walk.browser.send('/logout', { method: 'POST' })).status).toBe(200);
    const { url } = await walk.browser.open((await walk.rp.request({ prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('login_required');
    expect(await whatWorks(walk, tokens)).toMatchObject({ userinfo: 200, refresh: 'works' });
  });

  test('asks a second user in the same browser for their own consent (S22)', async () => {
    const walk = await createWalk();
    await logInThere(walk);
    const second = await createUserRow(db());
    await walk.browser.logIn(second.id);
    const { url } = await walk.browser.open((await walk.rp.request({ prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('consent_required');
    expect(claimsOf(await logInThere(walk)).sub).toBe(second.id);
  });
});
