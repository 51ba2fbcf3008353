import { beforeEach, expect, test } from 'vitest';
import { unseal } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { heldBack } from '#lib/testing/held-back.ts';
import { ensureSigningKeys, findJwksVersion, loadJwks, lockSigningKeys } from './signing-keys.ts';

beforeEach(() => db().signingKey.deleteMany());

test('creates one active and one next key of each algorithm with an audit row each, in four concurrent calls', async () => {
  await ensureSigningKeys(systemContext(db()));
  // Without the RSA keys, which take seconds to generate.
  await db().signingKey.deleteMany({ where: { alg: { not: 'RS256' } } });
  const calls = Array.from({ length: 4 }, () => () => ensureSigningKeys(systemContext(db())));
  for (const { status } of await heldBack((tx) => lockSigningKeys(systemContext(tx)), calls))
    expect(status).toBe('fulfilled');
  const rows = await db().signingKey.findMany({ orderBy: [{ alg: 'asc' }, { state: 'asc' }] });
  expect(rows.map(({ alg, state, activatedAt }) => [alg, state, activatedAt !== null])).toEqual(
    ['ES256', 'EdDSA', 'RS256'].flatMap((alg) => [
      [alg, 'next', false],
      [alg, 'active', true],
    ]),
  );
  for (const { kid, alg, state } of rows) {
    const events = await db().auditEvent.findMany({ where: { action: 'signing_key.created', targetId: kid } });
    expect(events).toMatchObject([{ actorKind: 'system', actorId: 'test', data: { alg, state } }]);
  }
});

test('returns the active keys first, each under its RFC 7638 thumbprint', async () => {
  await ensureSigningKeys(systemContext(db()));
  const active = await db().signingKey.findMany({ where: { state: 'active' }, select: { kid: true } });
  const { keys, version } = await loadJwks(db());
  expect(keys.map(({ alg }) => alg)).toEqual(['RS256', 'ES256', 'EdDSA', 'RS256', 'ES256', 'EdDSA']);
  expect(
    keys
      .slice(0, 3)
      .map(({ kid }) => kid)
      .sort(),
  ).toEqual(active.map(({ kid }) => kid).sort());
  expect(version).toBe(await findJwksVersion(db()));
  const covered = {
    RS256: ({ e, n }: JsonWebKey) => `{"e":"${e}","kty":"RSA","n":"${n}"}`,
    ES256: ({ x, y }: JsonWebKey) => `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`,
    EdDSA: ({ x }: JsonWebKey) => `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`,
  };
  for (const key of keys) {
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(covered[key.alg](key)));
    expect(key.kid).toBe(Buffer.from(digest).toString('base64url'));
    if (key.alg === 'RS256') expect(Buffer.from(key.n ?? '', 'base64url')).toHaveLength(3072 / 8);
  }
});

test('adds the missing algorithms to a key set from before they existed, and keeps its keys', async () => {
  await ensureSigningKeys(systemContext(db()));
  await db().signingKey.deleteMany({ where: { alg: { not: 'RS256' } } });
  const known = (await loadJwks(db())).keys;
  await ensureSigningKeys(systemContext(db()));
  const { keys } = await loadJwks(db());
  expect(keys).toHaveLength(6);
  expect(keys).toEqual(expect.arrayContaining(known));
});

test('changes the version at a rotation, and keeps the retired key published', async () => {
  await ensureSigningKeys(systemContext(db()));
  const before = await loadJwks(db());
  const [active, next] = before.keys.filter(({ alg }) => alg === 'RS256');
  await db().signingKey.update({
    where: { kid: active?.kid ?? '' },
    data: { state: 'retired', retiredAt: new Date() },
  });
  await db().signingKey.update({ where: { kid: next?.kid ?? '' }, data: { state: 'active' } });
  await ensureSigningKeys(systemContext(db()));
  const after = await loadJwks(db());
  expect(after.version).not.toBe(before.version);
  const kids = after.keys.filter(({ alg }) => alg === 'RS256').map(({ kid }) => kid);
  expect(kids).toEqual([next?.kid, expect.any(String), active?.kid]);
});

test('seals the private half at rest, for this purpose only (S76, S80)', async () => {
  await ensureSigningKeys(systemContext(db()));
  const PUBLIC = {
    RS256: ['alg', 'e', 'kid', 'kty', 'n', 'use'],
    ES256: ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    EdDSA: ['alg', 'crv', 'kid', 'kty', 'use', 'x'],
  };
  for (const [alg, members] of Object.entries(PUBLIC)) {
    const row = await db().signingKey.findFirstOrThrow({ where: { alg } });
    expect(Object.keys(Object(row.publicJwk)).sort()).toEqual(members);
    const { d } = JSON.parse(unseal(row.privateSealed, 'signing-key').toString());
    for (const secret of [d, '"d"']) expect(Buffer.from(row.privateSealed).includes(secret)).toBe(false);
    expect(() => unseal(row.privateSealed, 'fuzzy-key')).toThrow();
  }
});
