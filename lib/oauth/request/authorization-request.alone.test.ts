import { describe, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import '#lib/testing/database.ts';
import { createClientRow, unique } from '#lib/testing/factories.ts';
import {
  authorizeUrl,
  call,
  confidential,
  goodRequest,
  mountForTests,
  redirectUri,
  spa,
} from '#lib/testing/oauth/mounted-provider.ts';
import { isProviderRequest } from '#lib/oauth/provider/mount.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';

mountForTests();

describe('an authorization request', () => {
  test('redirects to our page if a user must answer, and stores its interaction', async () => {
    const answer = await call('GET', authorizeUrl(goodRequest), { host: 'evil.example' });
    expect(answer.status).toBe(303);
    const page = new URL(answer.headers.location ?? '', env().APP_URL);
    const uid = page.searchParams.get('interaction') ?? '';
    expect(page.origin + page.pathname).toBe(`${env().APP_URL}/oauth2/authorize`);
    expect(Object.fromEntries(page.searchParams)).toEqual({ ...goodRequest, interaction: uid });
    expect(isProviderRequest('GET', page.pathname + page.search)).toBe(false);
    const stored = await (await oauthProvider()).Interaction.find(uid);
    expect(stored?.params).toMatchObject(goodRequest);
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.find((cookie) => cookie.startsWith('rspamd_premium_op_resume='))).toMatch(
      new RegExp(`path=/oauth2/authorize/${uid};.*samesite=lax; httponly`),
    );
    expect(cookies.some((cookie) => cookie.startsWith('rspamd_premium_op_resume.sig='))).toBe(true);
  });

  test('gets the scope openid if it has no scope', async () => {
    const { scope: _scope, ...rest } = goodRequest;
    const answer = await call('GET', authorizeUrl(rest));
    expect(new URL(answer.headers.location ?? '', env().APP_URL).searchParams.get('scope')).toBe('openid');
  });

  test('becomes a GET with the same parameters if it is a POST', async () => {
    const answer = await call('POST', '/oauth2/authorize', {}, { ...goodRequest, interaction: 'theirs' });
    expect(answer).toMatchObject({ status: 303, headers: { location: authorizeUrl(goodRequest) } });
    expect((await call('POST', '/oauth2/authorize', {}, { state: 'x'.repeat(20_000) })).headers.location).toBe(
      '/oauth2/authorize?error=invalid_request',
    );
    expect((await call('POST', '/oauth2/authorize')).headers.location).toBe('/oauth2/authorize?error=invalid_request');
  });

  test.each([
    ['an unknown client', { ...goodRequest, client_id: 'nobody' }, 'invalid_client'],
    ['a changed redirect_uri', { ...goodRequest, redirect_uri: `${redirectUri}/` }, 'invalid_redirect_uri'],
    ['no redirect_uri', { client_id: confidential, response_type: 'code' }, 'invalid_request'],
    ['response_type token', { ...goodRequest, response_type: 'token' }, 'unsupported_response_type'],
    ['response_type none', { ...goodRequest, response_type: 'none' }, 'unsupported_response_type'],
  ])('with %s redirects to the error page, never to the client', async (_case, params, error) => {
    expect(await call('GET', authorizeUrl(params))).toMatchObject({
      status: 303,
      headers: { location: `/oauth2/authorize?error=${error}` },
    });
  });

  test('must have the registered port of a native client, which oidc-provider alone would ignore (S63)', async () => {
    const id = unique('client');
    const redirectUris = ['com.example.app:/cb', 'http://127.0.0.1:4000/cb'];
    await createClientRow(db(), { id, redirectUris, isPublic: true });
    const ask = async (redirect_uri: string) => {
      const params = { ...goodRequest, client_id: id, redirect_uri, code_challenge: 'x'.repeat(43) };
      return (await call('GET', authorizeUrl({ ...params, code_challenge_method: 'S256' }))).headers.location;
    };
    expect(await ask('http://127.0.0.1:4000/cb')).toContain('interaction=');
    expect(await ask('http://127.0.0.1:4001/cb')).toBe('/oauth2/authorize?error=invalid_redirect_uri');
  });

  test.each([
    ['prompt=none', { prompt: 'none' }, 'login_required'],
    ['a scope the client does not have', { client_id: spa, scope: 'openid profile' }, 'invalid_scope'],
    ['plain PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['a public client without PKCE', { client_id: spa }, 'invalid_request'],
  ])('with %s redirects to the client, with state and iss (S66, S73)', async (_case, params, error) => {
    const answer = await call('GET', authorizeUrl({ ...goodRequest, ...params }));
    const target = new URL(answer.headers.location ?? '');
    expect(target.origin + target.pathname).toBe(redirectUri);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ error, state: 'xyz', iss: env().APP_URL });
  });

  test('needs PKCE if the client requires it', async () => {
    await db().oAuthClient.update({ where: { id: confidential }, data: { requirePkce: true } });
    const answer = await call('GET', authorizeUrl(goodRequest));
    expect(answer.headers.location).toContain('error=invalid_request');
    await db().oAuthClient.update({ where: { id: confidential }, data: { requirePkce: false } });
  });
});
