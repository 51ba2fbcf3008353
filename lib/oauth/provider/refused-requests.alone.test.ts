import { describe, expect, test, vi } from 'vitest';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { db, pool } from '#lib/base/db/db.ts';
import { forgetProcessState, processState } from '#lib/base/process-state.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import '#lib/testing/database.ts';
import {
  authorizeUrl,
  basic,
  call,
  confidential,
  goodRequest,
  issueTokens,
  mountForTests,
  secret,
  spa,
} from '#lib/testing/oauth/mounted-provider.ts';
import { oauthProvider } from './provider.ts';

mountForTests();

describe('accepts 60 requests a minute from one address, and answers the next with 429 and Retry-After:', () => {
  const rows = () => db().oidcArtifact.count();

  test('pushed requests of a public client', async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: '203.0.113.1' };
    const challenge = Buffer.from(sha256(randomToken())).toString('base64url');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const push = () => call('POST', '/oauth2/par', from, { ...goodRequest, ...pkce, client_id: spa });
    for (let n = 0; n < 60; n++) expect((await push()).status).toBe(201);
    const before = await rows();
    const refused = await push();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
    expect(await rows()).toBe(before);
    const other = { [CLIENT_ADDRESS_HEADER]: '203.0.113.2' };
    expect((await call('POST', '/oauth2/par', other, { ...goodRequest, ...pkce, client_id: spa })).status).toBe(201);
  });

  test('authorization requests', async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: '203.0.113.4' };
    for (let n = 0; n < 60; n++) expect((await call('GET', authorizeUrl(goodRequest), from)).status).toBe(303);
    const before = await rows();
    const refused = await call('GET', authorizeUrl(goodRequest), from);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('Authorization Error');
    expect(await rows()).toBe(before);
  });

  test('logouts', async () => {
    const from = { [CLIENT_ADDRESS_HEADER]: '203.0.113.3' };
    for (let n = 0; n < 60; n++) expect((await call('GET', '/oauth2/end_session', from)).status).toBe(303);
    const refused = await call('GET', '/oauth2/end_session', from);
    expect(refused).toMatchObject({ status: 429, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('with the database down', () => {
  const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));

  test('returns no tokens that cannot be stored, and the refresh token still works (R8, R10)', async () => {
    const { refresh } = await issueTokens();
    const use = () =>
      call('POST', '/oauth2/token', basic(confidential, secret), {
        grant_type: 'refresh_token',
        refresh_token: refresh,
      });
    const query = pool().query.bind(pool()) as (statement: { text?: string }) => Promise<unknown>;
    vi.spyOn(pool(), 'query').mockImplementation(((statement: { text?: string }) =>
      statement.text?.includes('INSERT') ? away() : query(statement)) as never);
    const refused = await use();
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(refused.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    vi.restoreAllMocks();
    expect((await use()).status).toBe(200);
  });

  test('answers 503 with Retry-After in the form of RFC 6749 if no provider was created before', async () => {
    const shared = processState('oauth provider');
    const known = { ...shared };
    forgetProcessState('oauth provider');
    vi.spyOn(db().signingKey, 'findMany').mockImplementation(away as never);
    const answer = await call('GET', '/oauth2/jwks');
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
    expect(answer.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
    Object.assign(shared, known);
  });

  test('still serves the keys of an existing provider, and refuses tokens with 503', async () => {
    await oauthProvider();
    vi.spyOn(db().signingKey, 'findMany').mockImplementation(away as never);
    vi.spyOn(pool(), 'query').mockImplementation(away);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    expect((await call('GET', '/oauth2/jwks')).status).toBe(200);
    const answer = await call('POST', '/oauth2/token', basic(confidential, secret), {
      grant_type: 'authorization_code',
    });
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
    const page = await call('GET', authorizeUrl(goodRequest));
    expect(page).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'content-type': expect.stringContaining('html') },
    });
    expect(page.body).toContain('Failed to fetch client details.');
  });
});
