import { describe, expect, test, vi } from 'vitest';
import { sha256 } from '#lib/base/crypto.ts';
import { db, inTransaction } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { writeInTransaction } from '#lib/oauth/store/prepared-query.ts';
import '#lib/testing/database.ts';
import {
  basic,
  call,
  confidential,
  issueTokens,
  mountForTests,
  person,
  redirectUri,
  secret,
  spa,
} from '#lib/testing/oauth/mounted-provider.ts';
import { oauthProvider } from './provider.ts';

mountForTests();

describe('the token endpoint', () => {
  test.each([
    ['an unknown client', { client_id: 'nobody', client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a wrong secret in the body', { client_id: confidential, client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['a wrong secret in the header', {}, basic(confidential, 'x'), 401, 'invalid_client'],
    [
      'the stored hash as secret',
      {},
      basic(confidential, Buffer.from(sha256(secret)).toString('base64url')),
      401,
      'invalid_client',
    ],
    ['no client', {}, {}, 400, 'invalid_request'],
    ['a secret from a public client', { client_id: spa, client_secret: 'x' }, {}, 401, 'invalid_client'],
    ['an unknown code', { code: 'x', redirect_uri: redirectUri }, basic(confidential, secret), 400, 'invalid_grant'],
  ])('answers %s with RFC 6749 JSON, even to a browser', async (_case, form, headers, status, error) => {
    const answer = await call(
      'POST',
      '/oauth2/token',
      { accept: 'text/html', ...headers },
      { grant_type: 'authorization_code', ...form },
    );
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ error, error_description: expect.any(String) });
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['client_credentials', 'password', 'implicit'])('has no %s grant', async (grant_type) => {
    const answer = await call('POST', '/oauth2/token', basic(confidential, secret), {
      grant_type,
      username: 'a',
      password: 'b',
      scope: 'openid',
    });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'unsupported_grant_type' });
  });

  test.each(['basic', 'post'])('issues one token set for 20 parallel redemptions of a code (%s)', async (method) => {
    const { code } = await issueTokens();
    const [headers, form] =
      method === 'basic' ? [basic(confidential, secret), {}] : [{}, { client_id: confidential, client_secret: secret }];
    const redeem = () =>
      call('POST', '/oauth2/token', headers, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...form,
      });
    const answers = await Promise.all(Array.from({ length: 20 }, redeem));
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const { status, body } of answers) if (status !== 200) expect(body).toContain('invalid_grant');
    const { id_token: idToken, access_token: access } = won?.json() ?? {};
    const [head, claims] = String(idToken)
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(atob(part)) as unknown);
    expect(head).toMatchObject({
      alg: 'RS256',
      kid: (await db().signingKey.findFirstOrThrow({ where: { state: 'active', alg: 'RS256' } })).kid,
    });
    expect(claims).toMatchObject({ iss: env().APP_URL, sub: person.id, aud: confidential, nonce: 'n' });
    expect((await call('GET', '/oauth2/userinfo', { authorization: `Bearer ${String(access)}` })).status).toBe(401);
  });

  test('rotates refresh tokens; a retry within 30 s revokes nothing, a later reuse revokes the family (S71)', async () => {
    const { refresh } = await issueTokens();
    const use = (token: string) =>
      call('POST', '/oauth2/token', basic(confidential, secret), { grant_type: 'refresh_token', refresh_token: token });
    const first = await use(refresh);
    expect(first.status).toBe(200);
    const second = String(first.json().refresh_token);
    expect(second).not.toBe(refresh);
    expect((await use(refresh)).json()).toMatchObject({ error: 'invalid_grant' });
    const inspected = await call('POST', '/oauth2/introspect', basic(confidential, secret), { token: refresh });
    expect(inspected.json()).toEqual({ active: false });
    const third = String((await use(second)).json().refresh_token);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect((await use(refresh)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await use(third)).json()).toMatchObject({ error: 'invalid_grant' });
  });
});

test("discards a saved grant when the caller's transaction is rolled back (S81)", async () => {
  const { Grant } = await oauthProvider();
  const grant = new Grant({ accountId: person.id, clientId: confidential });
  let id = '';
  const deciding = inTransaction(db(), async (tx) => {
    id = await writeInTransaction(tx, () => grant.save());
    throw new Error('rolled back');
  });
  await expect(deciding).rejects.toThrow('rolled back');
  expect(id).not.toBe('');
  expect(await Grant.find(id)).toBeUndefined();
});

describe('a token', () => {
  const userinfo = (token: string) => call('GET', '/oauth2/userinfo', { authorization: `Bearer ${token}` });

  test('gives the claims of its scope until the user is blocked (S75)', async () => {
    const { access } = await issueTokens();
    const { email } = await db().user.findUniqueOrThrow({ where: { id: person.id } });
    const local = email?.split('@')[0] ?? '';
    expect((await userinfo(access)).json()).toEqual({
      sub: person.id,
      preferred_username: expect.stringMatching(new RegExp(`^${local}-[0-9a-f]{8}$`)),
      name: expect.any(String),
      updated_at: expect.any(Number),
    });
    const inspect = () => call('POST', '/oauth2/introspect', basic(confidential, secret), { token: access });
    expect((await inspect()).json()).toMatchObject({ active: true, sub: person.id });
    await db().user.update({ where: { id: person.id }, data: { blockedAt: new Date() } });
    expect((await userinfo(access)).status).toBe(401);
    expect((await inspect()).json()).toEqual({ active: false });
    await db().user.update({ where: { id: person.id }, data: { blockedAt: null } });
  });

  test('cannot be introspected or revoked by another client, and ends when its own client revokes it', async () => {
    const { access } = await issueTokens();
    expect((await call('POST', '/oauth2/introspect', {}, { client_id: spa, token: access })).json()).toEqual({
      active: false,
    });
    expect((await call('POST', '/oauth2/revoke', {}, { client_id: spa, token: access })).status).toBe(200);
    expect((await userinfo(access)).status).toBe(200);
    expect((await call('POST', '/oauth2/revoke', basic(confidential, secret), { token: access })).status).toBe(200);
    expect((await userinfo(access)).status).toBe(401);
  });
});
