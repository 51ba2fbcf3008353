import { beforeEach, expect, test } from 'vitest';
import { unseal } from '#lib/crypto.ts';
import { db } from '#lib/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { ensureSigningKeys, findJwksVersion, loadJwks } from './signing-keys.ts';

beforeEach(() => db().signingKey.deleteMany());

test('creates one active and one next key with an audit row each, in ten concurrent calls', async () => {
  await Promise.all(Array.from({ length: 10 }, () => ensureSigningKeys(systemContext(db()))));
  const rows = await db().signingKey.findMany({ orderBy: { state: 'asc' } });
  expect(rows.map((row) => row.state)).toEqual(['next', 'active']);
  expect(rows.map((row) => row.activatedAt !== null)).toEqual([false, true]);
  for (const { kid, state } of rows) {
    const events = await db().auditEvent.findMany({ where: { action: 'signing_key.created', targetId: kid } });
    expect(events).toMatchObject([{ actorKind: 'system', actorId: 'test', data: { alg: 'RS256', state } }]);
  }
});

test('returns the active key first, each under its RFC 7638 thumbprint', async () => {
  await ensureSigningKeys(systemContext(db()));
  const active = await db().signingKey.findFirstOrThrow({ where: { state: 'active' } });
  const { keys, version } = await loadJwks(db());
  expect(keys).toHaveLength(2);
  expect(keys[0]?.kid).toBe(active.kid);
  expect(version).toBe(await findJwksVersion(db()));
  for (const { kid, e, n } of keys) {
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(`{"e":"${e}","kty":"RSA","n":"${n}"}`));
    expect(kid).toBe(Buffer.from(digest).toString('base64url'));
    expect(Buffer.from(n, 'base64url')).toHaveLength(3072 / 8);
  }
});

test('changes the version at a rotation, and keeps the retired key published', async () => {
  await ensureSigningKeys(systemContext(db()));
  const before = await loadJwks(db());
  const [active, next] = before.keys;
  await db().signingKey.update({
    where: { kid: active?.kid ?? '' },
    data: { state: 'retired', retiredAt: new Date() },
  });
  await db().signingKey.update({ where: { kid: next?.kid ?? '' }, data: { state: 'active' } });
  await ensureSigningKeys(systemContext(db()));
  const after = await loadJwks(db());
  expect(after.version).not.toBe(before.version);
  expect(after.keys.map((key) => key.kid)).toEqual([next?.kid, expect.any(String), active?.kid]);
});

test('seals the private half at rest, for this purpose only (S76, S80)', async () => {
  await ensureSigningKeys(systemContext(db()));
  const row = await db().signingKey.findFirstOrThrow();
  expect(Object.keys(Object(row.publicJwk)).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const { d, p } = JSON.parse(unseal(row.privateSealed, 'signing-key').toString());
  for (const secret of [d, p, '"d"']) expect(Buffer.from(row.privateSealed).includes(secret)).toBe(false);
  expect(() => unseal(row.privateSealed, 'fuzzy-key')).toThrow();
});
