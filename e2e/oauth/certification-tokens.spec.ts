/**
 * Repeats the modules of the OpenID Foundation's Basic OP certification that are about tokens and userinfo, under their
 * original names. The scopes address and phone are not supported; one test shows that they are left out.
 */
import * as client from 'openid-client';
import { expect, test } from '../fixtures.ts';
import { stack } from '../support/stacks/stack.ts';
import { createRelyingParty } from './support/relying-party.ts';
import { ageCodes, authorize, claimsOf, createWalk, logInThere, postToken, userinfo } from './support/walk.ts';

test.describe.configure({ mode: 'parallel' });

test('oidcc-userinfo-get', async () => {
  const walk = await createWalk();
  const { access_token } = await logInThere(walk);
  expect(await (await userinfo(access_token)).json()).toEqual({ sub: walk.user.id });
});

test('oidcc-userinfo-post-header', async () => {
  const walk = await createWalk();
  const { access_token } = await logInThere(walk);
  expect(await (await userinfo(access_token, { method: 'POST' })).json()).toEqual({ sub: walk.user.id });
});

test('oidcc-userinfo-post-body', async () => {
  const walk = await createWalk();
  const { access_token } = await logInThere(walk);
  const answer = await userinfo(access_token, {
    method: 'POST',
    headers: {},
    body: new URLSearchParams({ access_token }),
  });
  expect(await answer.json()).toEqual({ sub: walk.user.id });
});

test('oidcc-scope-profile', async () => {
  const walk = await createWalk();
  const { access_token, scope } = await logInThere(walk, { scope: 'openid profile' });
  expect(scope).toBe('openid profile');
  const [local = ''] = walk.email.split('@');
  expect(await (await userinfo(access_token)).json()).toEqual({
    sub: walk.user.id,
    name: expect.stringMatching(/^Walk /),
    preferred_username: expect.stringMatching(new RegExp(`^${local}-[0-9a-f]{8}$`)),
    updated_at: expect.any(Number),
  });
});

test('oidcc-scope-email', async () => {
  const walk = await createWalk();
  const tokens = await logInThere(walk, { scope: 'openid email' });
  expect(await (await userinfo(tokens.access_token)).json()).toEqual({
    sub: walk.user.id,
    email: walk.email,
    email_verified: true,
  });
  expect(claimsOf(tokens)).not.toHaveProperty('email');
});

test('oidcc-scope-all', async () => {
  const walk = await createWalk();
  const { access_token } = await logInThere(walk, { scope: 'openid profile email address phone' });
  expect(Object.keys((await (await userinfo(access_token)).json()) as object).sort()).toEqual([
    ...['email', 'email_verified', 'name', 'preferred_username', 'sub', 'updated_at'],
  ]);
});

test('oidcc-scope-address, oidcc-scope-phone: leaves out unsupported scopes', async () => {
  const { scope } = await logInThere(await createWalk(), { scope: 'openid address phone' });
  expect(scope).toBe('openid');
});

test('oidcc-alternate-happy-flow: accepts scopes and parameters in any order', async () => {
  const walk = await createWalk();
  const request = await walk.rp.request({ scope: 'email openid' });
  request.url.search = String(new URLSearchParams([...request.url.searchParams].toReversed()));
  const { url } = await walk.browser.decide(await walk.browser.open(request.url), 'authorize');
  const { access_token: token } = await walk.rp.redeem(url, request);
  expect(await (await userinfo(token)).json()).toMatchObject({ email: walk.email });
});

// openid-client verifies the signature before it returns the token
test('oidcc-idtoken-signature: signs with RS256 and names the key', async () => {
  const { id_token: idToken = '' } = await logInThere(await createWalk());
  const header = JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as object;
  const { keys } = (await (await fetch(`${stack.baseUrl}/oauth2/jwks`)).json()) as { keys: { kid: string }[] };
  expect(header).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  expect(keys.map(({ kid }) => kid)).toContain((header as { kid: string }).kid);
});

test('oidcc-ensure-other-scope-order-succeeds', async () => {
  const walk = await createWalk();
  const { access_token } = await logInThere(walk, { scope: 'email openid' });
  expect(await (await userinfo(access_token)).json()).toMatchObject({ email: walk.email });
});

test('oidcc-codereuse: refuses the second use and revokes the tokens of the first', async () => {
  const walk = await createWalk();
  const { request, answer } = await authorize(walk);
  const { access_token, refresh_token = '' } = await walk.rp.redeem(answer, request);
  await expect(walk.rp.redeem(answer, request)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  expect((await userinfo(access_token)).status).toBe(401);
  await expect(client.refreshTokenGrant(walk.rp.config, refresh_token)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('oidcc-codereuse-30seconds: revokes the access token when the code is reused after 30 seconds', async () => {
  const walk = await createWalk();
  const { request, answer } = await authorize(walk);
  const { access_token } = await walk.rp.redeem(answer, request);
  await ageCodes(walk.rp);
  await expect(walk.rp.redeem(answer, request)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await userinfo(access_token)).status).toBe(401);
});

test('oidcc-server-client-secret-post', async () => {
  const walk = await createWalk('post');
  expect(claimsOf(await logInThere(walk)).sub).toBe(walk.user.id);
});

test('oidcc-refresh-token: rotates the token, refuses it to another client and refuses a wider scope', async () => {
  const walk = await createWalk();
  const first = await logInThere(walk, { scope: 'openid email' });
  const other = await createRelyingParty();
  const token = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
  expect((await postToken(other, token)).body).toMatchObject({ error: 'invalid_grant' });
  expect((await postToken(walk.rp, { ...token, scope: 'openid profile' })).body).toMatchObject({
    error: 'invalid_scope',
  });
  const second = await client.refreshTokenGrant(walk.rp.config, token.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(claimsOf(second)).toMatchObject({ sub: walk.user.id, auth_time: claimsOf(first).auth_time });
  expect((await userinfo(second.access_token)).status).toBe(200);
  expect((await postToken(walk.rp, token)).body).toMatchObject({ error: 'invalid_grant' });
});

test('oidcc-ensure-request-with-valid-pkce-succeeds: accepts only the right verifier (S70)', async () => {
  const walk = await createWalk();
  const { request, answer } = await authorize(walk);
  await expect(
    walk.rp.redeem(answer, {
      ...request,
      checks: { ...request.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() },
    }),
  ).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await walk.rp.redeem(answer, request)).access_token).toBeTruthy();
});
