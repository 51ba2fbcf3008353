import { sha256 } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { createUsageRows } from '#lib/testing/factories.ts';
import { parsePrometheusText } from '#lib/testing/prometheus-text.ts';
import { BUCKET_MS, floorTo } from '#lib/usage/buckets.ts';
import { OwnUsageView } from '#lib/usage/views.ts';
import { expect, test as base } from '../fixtures.ts';
import { dumpDatabase } from '../support/dump.ts';
import { HttpClient } from '../support/http-client.ts';
import { makeLoginOld } from '../support/old-login.ts';
import { stack } from '../support/stacks/stack.ts';
import { createCaller, type Caller } from './support.ts';

const PATH = '/account/api/usage-tokens';

type Created = { token: string; usage_token: { id: string; prefix: string } };

const test = base.extend<{ person: Caller; api: HttpClient }>({
  /** A user with a password and a key. */
  person: async ({}, use) => use(await createCaller({ hasKey: true })),
  /** An HTTP client with the session of `person`. */
  api: async ({ person }, use) => use(person.client),
});

async function createToken(api: HttpClient, name = 'Prometheus'): Promise<Created> {
  const answer = await api.send(PATH, { json: { name } });
  expect(answer.status).toBe(200);
  return answer.json() as Created;
}

/** A request with the token and no cookie. */
const withToken = (path: string, token: string, headers: Record<string, string> = {}) =>
  new HttpClient(stack.baseUrl).send(path, { headers: { authorization: `Bearer ${token}`, ...headers } });

test('reads the usage with a token until the token is revoked, and lists when it was last used', async ({
  person,
  api,
  storageServer,
}) => {
  const key = await db().fuzzyKey.findFirstOrThrow({ where: { accountId: person.id } });
  const bucket = new Date(floorTo(new Date(), BUCKET_MS).getTime() - BUCKET_MS);
  const requests = { bucket, checked: 40, hits: 9, errors: 2 };
  await createUsageRows(db(), { key: key.id, server: storageServer.id }, [requests]);
  const { token, usage_token } = await createToken(api);
  expect(token).toMatch(/^rpu_[A-Za-z0-9_-]{43}$/);
  const listed = async () => (await api.send(PATH)).json();
  expect(await listed()).toMatchObject({ usage_tokens: [{ prefix: token.slice(0, 12), last_used_at: null }] });

  const json = await withToken('/api/usage', token);
  expect([json.status, json.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { keys } = OwnUsageView.parse(json.json());
  expect(keys).toMatchObject([
    { key_id: key.keyId, state: 'on', last_day: { requests: 42, checked: 40, hits: 9, errors: 2 } },
  ]);
  const scraped = await withToken('/api/usage/metrics', token);
  expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(
    parsePrometheusText(scraped.text)
      .get('rspamd_premium_requests_last_day')
      ?.samples.get(`{key="${key.publicKey.slice(0, 8)}"}`),
  ).toBe(42);
  expect(await listed()).toMatchObject({ usage_tokens: [{ last_used_at: expect.any(String) }] });
  expect((await api.send(`${PATH}/${usage_token.id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await withToken('/api/usage', token)).status).toBe(401);
});

test('refuses to create a sixth token, or any token after an old login', async ({ person, api }) => {
  for (let n = 1; n <= 5; n++) await createToken(api, `token ${n}`);
  const sixth = await api.send(PATH, { json: { name: 'the sixth' } });
  expect(sixth.status).toBe(409);
  expect(sixth.text).toContain('You have reached the limit of 5 usage tokens.');
  await makeLoginOld(person.id);
  expect((await api.send(PATH, { json: { name: 'late' } })).json()).toMatchObject({
    code: 'reauthentication_required',
  });
  expect(await db().usageToken.count({ where: { accountId: person.id } })).toBe(5);
});

test('refuses a blocked user’s token at the next request, and still after unblocking (S24)', async ({
  person,
  api,
  callAs,
}) => {
  const { token } = await createToken(api);
  expect((await withToken('/api/usage', token)).status).toBe(200);
  const admin = await callAs('admin');
  const block = (blocked: boolean) => admin.send('/admin/api/users/block', { json: { ids: [person.id], blocked } });
  expect((await block(true)).status).toBe(200);
  expect((await withToken('/api/usage', token)).status).toBe(401);
  expect((await block(false)).status).toBe(200);
  expect((await withToken('/api/usage', token)).status).toBe(401);
});

test('refuses a token everywhere except at its two endpoints (S75)', async ({ api }) => {
  const { token, usage_token } = await createToken(api);
  for (const path of [
    ...['/userstatus', '/usagegraph/24h', PATH, '/account/api', '/account/api/key', '/account/api/export'],
    ...['/admin/api/users', '/api/storage/keys', '/api/repository/auth', '/oauth2/userinfo'],
  ])
    expect.soft((await withToken(path, token)).status, path).toBeGreaterThanOrEqual(401);
  const client = new HttpClient(stack.baseUrl);
  const headers = { authorization: `Bearer ${token}` };
  expect((await client.send(PATH, { json: { name: 'more' }, headers })).status).toBe(401);
  expect((await client.send(`${PATH}/${usage_token.id}`, { method: 'DELETE', headers })).status).toBe(401);
});

test('accepts no cookie, sends no CORS headers and allows no POST at the two endpoints (S34)', async ({ api }) => {
  const { token } = await createToken(api);
  for (const path of ['/api/usage', '/api/usage/metrics']) {
    const signedIn = await api.send(path);
    expect([signedIn.status, signedIn.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="usage"']);
    const foreign = await withToken(path, token, { origin: 'https://elsewhere.example' });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await new HttpClient(stack.baseUrl).send(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const post = await new HttpClient(stack.baseUrl).send(path, {
      json: {},
      headers: { authorization: `Bearer ${token}` },
    });
    expect(post.status).toBe(405);
  }
});

test('stores the hash of a token, and no form of the token itself (S76)', async ({ api }) => {
  const { token } = await createToken(api);
  const dump = await dumpDatabase();
  expect(dump).toContain(Buffer.from(sha256(token)).toString('hex'));
  for (const form of [
    token,
    token.slice(12),
    Buffer.from(token).toString('hex'),
    Buffer.from(token).toString('base64'),
  ])
    expect(dump.includes(form)).toBe(false);
});
