import { expect, test } from 'vitest';
import { GET as getUsage } from '#app/api/usage/route.ts';
import { GET as getMetrics } from '#app/api/usage/metrics/route.ts';
import { sessionCookieName } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { createKeyRow } from '#lib/testing/factories.ts';
import { parsePrometheusText } from '#lib/testing/prometheus-text.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { OwnUsageView } from '#lib/usage/views.ts';
import { createUsageToken } from './service.ts';

async function holder() {
  const person = await createSignedInUser(db());
  const key = await createKeyRow(db(), { accountId: person.id });
  const { token } = await createUsageToken(person.ctx, { name: 'Prometheus' });
  return { ...person, key, token };
}
const CALLS = { '/api/usage': getUsage, '/api/usage/metrics': getMetrics };
const call = (path: keyof typeof CALLS, headers: Record<string, string>, query = '') =>
  CALLS[path](new Request(`http://localhost:8080${path}${query}`, { headers }), { params: Promise.resolve({}) });
const PATHS = ['/api/usage', '/api/usage/metrics'] as const;

test('returns JSON that matches its schema, with Cache-Control: no-store', async () => {
  const { token, key } = await holder();
  const response = await call('/api/usage', { authorization: `Bearer ${token}` }, '?period=168h');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(OwnUsageView.parse(await response.json())).toMatchObject({ period: '168h', keys: [{ key_id: key.keyId }] });
});

test('returns metrics that can be scraped, with Cache-Control: no-store', async () => {
  const { token, key } = await holder();
  const response = await call('/api/usage/metrics', { authorization: `bearer ${token}` });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const families = parsePrometheusText(await response.text());
  expect([...(families.get('rspamd_premium_key_active')?.samples ?? [])]).toEqual([
    [`{key="${key.publicKey.slice(0, 8)}"}`, 1],
  ]);
});

test.each(PATHS)('returns 401 with a Bearer challenge for anything but a usage token: %s', async (path) => {
  const { token, sessionToken } = await holder();
  for (const headers of [
    {},
    { authorization: '' },
    { authorization: token },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${token.slice(0, -1)}` },
    { authorization: `Bearer ${sessionToken}` },
    { authorization: `Basic ${Buffer.from(`usage:${token}`).toString('base64')}` },
    { cookie: `${sessionCookieName()}=${sessionToken}` },
    { cookie: `usage=${token}` },
  ]) {
    const response = await call(path, headers);
    expect([response.status, response.headers.get('www-authenticate')], JSON.stringify(headers)).toEqual([
      401,
      'Bearer realm="usage"',
    ]);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated', error: expect.any(String) as string });
  }
  const inQuery = await call(path, {}, `?access_token=${token}&token=${token}`);
  expect(inQuery.status).toBe(401);
});

test('returns 400 with the list of valid periods for an unknown period', async () => {
  const { token } = await holder();
  const response = await call('/api/usage', { authorization: `Bearer ${token}` }, '?period=1h');
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { fields: { period: 'The period must be one of 24h, 72h, 168h, 720h.' } },
  ]);
});

test('returns 429 with Retry-After for the 61st request in a minute, counting both endpoints together', async () => {
  const { token } = await holder();
  const authorization = `Bearer ${token}`;
  for (let n = 0; n < 60; n++) await call(PATHS[n % 2] ?? '/api/usage', { authorization });
  const refused = await call('/api/usage/metrics', { authorization });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
