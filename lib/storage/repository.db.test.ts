import { expect, test } from 'vitest';
import { GET, HEAD } from '#app/api/repository/auth/route.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { authenticateRepository } from './repository.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const halves = (publicKey: string) => ({ name: publicKey.slice(0, 8), token: publicKey.slice(-8) });
let address = 0;
/** Each attempt comes from another IP address, so that failures do not add up. */
const enter = (db: Db, credentials: { name: string; token: string } | null) =>
  authenticateRepository(anonymousContext(db, { now: NOW, ip: `198.51.100.${++address}` }), credentials);

test.each<[string, object, boolean]>([
  ['works', {}, true],
  ['is in its grace period after a rotation', { worksUntil: new Date(NOW.getTime() + 1) }, true],
  ['is past its grace period', { worksUntil: NOW }, false],
  ['is suspended', { suspendedAt: NOW }, false],
  ['is deleted', { deletedAt: NOW }, false],
])('accepts the first and last 8 characters of a key only while it works: a key that %s', (_name, fields, isLetIn) =>
  inRollback(async (db) => {
    const { publicKey } = await createKeyRow(db, fields);
    const entering = enter(db, halves(publicKey));
    if (isLetIn) await entering;
    else await expect(entering).rejects.toMatchObject({ code: 'unauthenticated' });
  }),
);

test("refuses a blocked owner's key, and accepts an external key", () =>
  inRollback(async (db) => {
    const owner = await createUserRow(db, { blockedAt: NOW });
    const { publicKey } = await createKeyRow(db, { accountId: owner.id });
    await expect(enter(db, halves(publicKey))).rejects.toMatchObject({ code: 'unauthenticated' });
    await db.account.update({ where: { id: owner.id }, data: { blockedAt: null } });
    await enter(db, halves(publicKey));
    const external = createKeyPair().publicKey;
    await createKeyRow(db, {}, { publicKey: external, privateKey: null });
    await enter(db, halves(external));
  }));

test('refuses anything but the first and last 8 characters of one key', () =>
  inRollback(async (db) => {
    const publicKey = `y${createKeyPair().publicKey.slice(1)}`; // a name of digits has no upper case
    const [a, b] = [await createKeyRow(db, {}, { publicKey, privateKey: null }), await createKeyRow(db)];
    const { name, token } = halves(a.publicKey);
    for (const credentials of [
      null,
      { name: '', token: '' },
      { name, token: halves(b.publicKey).token },
      { name: token, token: name },
      { name: name.toUpperCase(), token },
      { name: `${name} `, token },
      { name: a.publicKey, token: a.publicKey },
      { name: '%%%%%%%%', token: '________' },
      { name: "' OR 1=1", token },
      { name: 'a\0bcdefg', token },
    ])
      await expect(enter(db, credentials)).rejects.toMatchObject({
        code: 'unauthenticated',
        message: 'Log in with the first and the last 8 characters of your API key.',
      });
  }));

test('finds a key through the index fuzzy_keys_repository_idx', () =>
  inRollback(async (db) => {
    await db.$executeRaw`SET LOCAL enable_seqscan = off`;
    const plan = await db.$queryRaw<object[]>`
      EXPLAIN SELECT 1 FROM fuzzy_keys k
      WHERE left(k.public_key::text, 8) = 'abcdefgh' AND right(k.public_key::text, 8) = 'abcdefgy'`;
    expect(JSON.stringify(plan)).toContain('fuzzy_keys_repository_idx');
  }));

const call = (method: 'GET' | 'HEAD', ip: string, userInfo?: string) =>
  ({ GET, HEAD })[method](
    new Request('http://localhost:8080/api/repository/auth', {
      method,
      headers: {
        [CLIENT_ADDRESS_HEADER]: ip,
        ...(userInfo && { authorization: `Basic ${Buffer.from(userInfo).toString('base64')}` }),
      },
    }),
    { params: Promise.resolve({}) },
  );

test('returns 204 for a key, else 401 with a Basic challenge, for GET and HEAD', async () => {
  const { publicKey } = await createKeyRow(db());
  const { name, token } = halves(publicKey);
  for (const method of ['GET', 'HEAD'] as const) {
    const entered = await call(method, '198.51.100.200', `${name}:${token}`);
    expect([entered.status, await entered.text(), entered.headers.get('cache-control')]).toEqual([204, '', 'no-store']);
    for (const userInfo of [undefined, `${name}:wrongone`]) {
      const refused = await call(method, '198.51.100.201', userInfo);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="packages", charset="UTF-8"');
    }
  }
});

test('refuses an IP address after 20 failures in a minute, even with a working key, but no other address (S10)', async () => {
  const { publicKey } = await createKeyRow(db());
  const { name, token } = halves(publicKey);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => call('GET', '203.0.113.9', `${name}:wrongone`)));
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
  const waiting = await call('GET', '203.0.113.9', `${name}:${token}`);
  expect(waiting.status).toBe(429);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call('GET', '203.0.113.10', `${name}:${token}`)).status).toBe(204);
});
