import { expect, test } from 'vitest';
import { POST } from '#app/api/storage/usage/route.ts';
import { GET as getUserGraph } from '#app/admin/api/user/[id]/usage/[period]/route.ts';
import { GET as getKeyGraph } from '#app/admin/usagegraph/[keyId]/[duration]/route.ts';
import { GET as getGraphOf } from '#app/usagegraph/[period]/route.ts';
import { GET as getUsageGraph } from '#app/usagegraph/route.ts';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { MINUTE } from '#lib/base/time.ts';
import { MAX_REPORT_BYTES } from '#lib/usage/schema.ts';
import { UsageGraphView } from '#lib/usage/views.ts';

const { server, token } = await createServerRow(db());
const key = await createKeyRow(db());
const credentials = `Basic ${Buffer.from(`${server.name}:${token}`).toString('base64')}`;

const post = (body: string, headers: Record<string, string> = {}) =>
  POST(
    new Request('http://localhost:8080/api/storage/usage', {
      method: 'POST',
      headers: { authorization: credentials, 'content-type': 'application/json', ...headers },
      body,
    }),
    { params: Promise.resolve({}) },
  );
const time = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const row = (changes: object = {}) => ({ key_id: key.keyId, checked: 1, hits: 0, errors: 0, ...changes });
const report = (changes: object = {}) => ({
  sequence: Date.now(),
  from: time(2),
  to: time(1),
  keys: [row()],
  ...changes,
});

test('accepts a report of 5,000 rows from a storage server, and recognises a repeated report', async () => {
  const rows = Array.from({ length: 5000 }, () => row({ checked: 2_147_483_647 % 429_496 }));
  const body = JSON.stringify(report({ keys: rows }));
  expect(body.length).toBeGreaterThan(64 * 1024);
  const first = await post(body);
  expect([first.status, await first.json()]).toEqual([
    200,
    { status: 'ok', rows: 5000, unknown_keys: 0, is_repeated: false },
  ]);
  expect(await (await post(body.replaceAll(',', ' , '))).json()).toMatchObject({ is_repeated: true });
  const other = await post(JSON.stringify({ ...(JSON.parse(body) as object), keys: [] }));
  expect([other.status, await other.json()]).toMatchObject([409, { code: 'conflict' }]);
});

test('returns 24 hours by default from GET /usagegraph, and a JSON error without a login', async () => {
  const { sessionToken } = await createSignedInUser(db());
  const ask = async (headers: Record<string, string>) =>
    getUsageGraph(new Request('http://localhost:8080/usagegraph', { headers }), { params: Promise.resolve({}) });
  const response = await ask({ cookie: `${sessionCookieName()}=${sessionToken}` });
  const graphs = UsageGraphView.parse(await response.json());
  expect(graphs['aggregate']?.xAxis.data).toHaveLength(24);
  const refused = await ask({});
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
});

test('refuses a report of more than 1 MB (S56)', async () => {
  const response = await post(JSON.stringify(report({ more: 'x'.repeat(MAX_REPORT_BYTES) })));
  expect([response.status, await response.json()]).toMatchObject([413, { code: 'body_too_large' }]);
});

test.each<[string, object, number]>([
  ['no sequence', { sequence: undefined }, 422],
  ['half a sequence', { sequence: 1.5 }, 400],
  ['a sequence beyond the safe integers', { sequence: 2 ** 53 }, 422],
  ['a local time', { to: '2026-06-15T12:00:00' }, 422],
  ['a time with an offset', { to: '2026-06-15T12:00:00+02:00' }, 422],
  ['a negative count', { keys: [row({ hits: -1 })] }, 422],
  ['a count that is too big', { keys: [row({ checked: 2_147_483_648 })] }, 422],
  ['no key id', { keys: [row({ key_id: '' })] }, 422],
  ['5,001 rows', { keys: Array.from({ length: 5001 }, () => row()) }, 422],
  ['a time in the future', { to: time(-6) }, 422],
  ['a time long ago', { from: '2020-01-01T00:00:00Z', to: '2020-01-01T00:10:00Z' }, 422],
])('refuses a report with %s', async (_name, changes, status) => {
  const response = await post(JSON.stringify(report(changes)));
  expect([response.status, await response.json()]).toMatchObject([status, { error: expect.any(String) }]);
});

test('accepts only JSON, and only from a storage server', async () => {
  expect((await post('{', {})).status).toBe(400);
  expect((await post(JSON.stringify(report()), { 'content-type': 'text/plain' })).status).toBe(415);
  const stranger = await post(JSON.stringify(report()), {
    authorization: `Basic ${Buffer.from('a:b').toString('base64')}`,
  });
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toMatchObject([
    401,
    expect.stringContaining('Basic'),
  ]);
});

const UNKNOWN_PERIODS = ['', '1h', '24H', '24h ', '721h', 'toString', '__proto__', '72h'];

test('refuses an unknown period as malformed, and names the known periods', async () => {
  const { sessionToken } = await createSignedInUser(db());
  const ask = (period: string) =>
    getGraphOf(signedIn(sessionToken), { params: Promise.resolve({ period }) }).then(statusAndText);
  expect(await ask('168h')).toEqual([200, undefined]);
  for (const period of UNKNOWN_PERIODS)
    expect([period, ...(await ask(period))]).toEqual([
      period,
      400,
      'The period must be one of 24h, 168h, 720h, range.',
    ]);
});

test.each([
  ['', 400],
  ['?from=2026-01-01', 400],
  ['?from=2026-13-01&to=2026-01-02', 400],
  ['?from=01/02/2026&to=2026-01-02', 400],
  ['?from=2026-01-02&to=2026-01-01', 400],
  ['?from=1970-01-01&to=1970-01-02', 400],
  ['?from=TODAY&to=TODAY', 200],
  ['?from=TODAY&to=TODAY&before=true', 200],
  ['?from=TODAY&to=TODAY&before=yes', 400],
])('answers a range with the query "%s" with %d', async (query, status) => {
  const { sessionToken } = await createSignedInUser(db());
  const today = new Date().toISOString().slice(0, 10);
  const request = new Request(`http://localhost:8080/usagegraph/range${query.replaceAll('TODAY', today)}`, {
    headers: { cookie: `${sessionCookieName()}=${sessionToken}` },
  });
  expect((await getGraphOf(request, { params: Promise.resolve({ period: 'range' }) })).status).toBe(status);
});

test('refuses an unknown period of a user or a key as malformed, and an unknown user as not found', async () => {
  const { id, sessionToken } = await createSignedInUser(db(), { isAdmin: true });
  const askUser = (params: { id: string; period: string }) =>
    getUserGraph(signedIn(sessionToken), { params: Promise.resolve(params) }).then(statusAndText);
  expect((await askUser({ id, period: '24h' }))[0]).toBe(200);
  expect((await askUser({ id, period: '25h' }))[0]).toBe(400);
  expect((await askUser({ id: 'x', period: '24h' }))[0]).toBe(404);
  expect((await askUser({ id: 'x', period: '25h' }))[0]).toBe(404);
  const askKey = (params: { keyId: string; duration: string }) =>
    getKeyGraph(signedIn(sessionToken), { params: Promise.resolve(params) }).then(statusAndText);
  expect((await askKey({ keyId: key.keyId, duration: '24h' }))[0]).toBe(200);
  expect((await askKey({ keyId: key.keyId, duration: '25h' }))[0]).toBe(400);
  expect((await askKey({ keyId: 'x', duration: '24h' }))[0]).toBe(404);
});

const signedIn = (token: string) =>
  new Request('http://localhost:8080/usagegraph', { headers: { cookie: `${sessionCookieName()}=${token}` } });
const statusAndText = async (response: Response) => [
  response.status,
  ((await response.json()) as { error?: string }).error,
];
