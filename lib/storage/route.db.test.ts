import { expect, test } from 'vitest';
import { GET, HEAD } from '#app/api/storage/keys/route.ts';
import { db } from '#lib/base/db/db.ts';
import '#lib/testing/database.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import { MINUTE } from '#lib/base/time.ts';

const call = (authorization?: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  ({ GET, HEAD })[method](
    new Request('http://localhost:8080/api/storage/keys', {
      method,
      headers: { ...headers, ...(authorization && { authorization }) },
    }),
    { params: Promise.resolve({}) },
  );
const basic = (name: string, token: string) => `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}`;

test('returns the key map to a storage server, and 304 until a change is published', async () => {
  const { server, token } = await createServerRow(db());
  const key = await createKeyRow(db(), { description: 'Acme mx', rankId: 50 });
  const credentials = basic(server.name, token);

  const first = await call(credentials);
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/json');
  expect(first.headers.get('cache-control')).toBe('private');
  const entries = await first.json();
  expect(entries).toMatchObject([
    { pubkey: key.publicKey, extensions: { name: 'Acme mx', ratelimit: { rate: 2.4, burst: 1440 } } },
  ]);

  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const again = await call(credentials, { 'if-none-match': etag }, 'HEAD');
  expect(again.status).toBe(304);
  await db().fuzzyKey.update({ where: { id: key.id }, data: { suspendedAt: new Date() } });
  expect((await call(credentials, { 'if-none-match': etag })).status).toBe(304);
  await db().keyMapPublication.updateMany({ data: { publishedAt: new Date(Date.now() - MINUTE) } });
  const changed = await call(credentials, { 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject([{ extensions: { allowed_ops: [] } }]);
});

test.each([
  ['nothing', undefined],
  ['another scheme', 'Bearer abc'],
  ['no base64', 'Basic %%%'],
  ['no colon', `Basic ${Buffer.from('fuzzy1').toString('base64')}`],
  ['an unknown name', basic('nobody', 'token')],
  ['a name with a zero byte', basic('fuzzy\0', 'token')],
])('returns 401 with a Basic challenge instead of the key map for %s as credentials', async (_name, authorization) => {
  const response = await call(authorization);
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
});
