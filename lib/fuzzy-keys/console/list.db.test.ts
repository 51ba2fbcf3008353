import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { createKeyPair, keyIdOf } from '#lib/fuzzy-keys/key-pair.ts';
import { getNameMap, getPublicKeyMap, getRanks } from '#lib/fuzzy-keys/queries.ts';
import { encodeCursor } from '#lib/http/list-query.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import {
  FuzzyKeyListQuery,
  listFuzzyKeys,
  listUnassociatedKeys,
  searchFuzzyKeys,
  UnassociatedKeysQuery,
} from './list.ts';

const NOW = new Date('2026-06-15T12:00:00.000Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const admin = (db: Db) => adminContext(db, undefined, { now: NOW });
const list = (db: Db, query: Record<string, string> = {}) => listFuzzyKeys(admin(db), FuzzyKeyListQuery.parse(query));
const names = async (db: Db, query: Record<string, string> = {}) =>
  (await list(db, query)).keys.map(({ description }) => description);

/** Creates one key of every kind. */
async function variety(db: Db) {
  const make = (description: string, fields: Parameters<typeof createKeyRow>[1] = {}) =>
    createKeyRow(db, { description, createdAt: ago(100), ...fields });
  await make('Acme 100%_mx', { rankId: 10, email: 'postmaster@acme.example', quantity: 5 });
  await make('Stripe cus_1 sub_1', { rankId: 75, email: 'z@test.example', createdAt: ago(50) });
  await make('stripe by hand', { rankId: 75, quantity: 2, createdAt: ago(40) });
  await make('Old one', { deletedAt: ago(10), email: 'gone@test.example' });
  await make('In grace', { worksUntil: ago(-10), createdAt: ago(30) });
  await make('Grace over', { worksUntil: ago(0), createdAt: ago(20) });
}

test('filters keys, and returns the total and the counters over all keys', () =>
  inRollback(async (db) => {
    await variety(db);
    expect((await list(db)).counts).toEqual({ total: 4, with_email: 2, stripe: 2, manual: 2, deleted: 2 });
    expect(await names(db)).toEqual(['In grace', 'stripe by hand', 'Stripe cus_1 sub_1', 'Acme 100%_mx']);
    expect(await names(db, { deleted: 'true' })).toEqual(['Grace over', 'Old one']);
    expect(await names(db, { rank: '75' })).toEqual(['stripe by hand', 'Stripe cus_1 sub_1']);
    expect(await names(db, { email: 'with' })).toEqual(['Stripe cus_1 sub_1', 'Acme 100%_mx']);
    expect(await names(db, { email: 'without' })).toEqual(['In grace', 'stripe by hand']);
    const filtered = await list(db, { rank: '75', email: 'with', search: 'STRIPE' });
    expect(filtered).toMatchObject({ total: 1, next_cursor: null, counts: { total: 4 } });
  }));

test('keeps the counters exact through every change', () =>
  inRollback(async (db) => {
    const before = (await list(db)).counts;
    const change = async () => {
      const { counts } = await list(db);
      return Object.entries(counts).map(([name, n]) => n - before[name as keyof typeof before]);
    };
    const one = await createKeyRow(db, { description: 'Stripe cus_c sub_c' });
    const two = await createKeyRow(db, { description: 'given', email: 'given@test.example' });
    expect(await change()).toEqual([2, 1, 1, 0, 0]);
    await db.fuzzyKey.updateMany({ where: { id: { in: [one.id, two.id] } }, data: { email: null } });
    expect(await change()).toEqual([2, 0, 1, 1, 0]);
    await db.fuzzyKey.update({ where: { id: one.id }, data: { description: 'stripe, by hand' } });
    expect(await change()).toEqual([2, 0, 1, 2, 0]);
    await db.fuzzyKey.update({ where: { id: two.id }, data: { worksUntil: NOW } });
    expect(await change()).toEqual([1, 0, 1, 1, 1]);
    await db.fuzzyKey.update({ where: { id: two.id }, data: { deletedAt: NOW } });
    expect(await change()).toEqual([1, 0, 1, 1, 1]);
    await db.fuzzyKey.delete({ where: { id: two.id } });
    await db.$executeRaw`SELECT tallies.fold()`;
    expect(await change()).toEqual([1, 0, 1, 1, 0]);
  }));

test('searches description, email and public key, and treats wildcards literally', () =>
  inRollback(async (db) => {
    await variety(db);
    const pair = createKeyPair();
    await createKeyRow(db, { description: 'by key' }, pair);
    expect(await names(db, { search: 'ACME 1' })).toEqual(['Acme 100%_mx']);
    expect(await names(db, { search: 'postmaster@' })).toEqual(['Acme 100%_mx']);
    expect(await names(db, { search: '100%_' })).toEqual(['Acme 100%_mx']);
    expect(await names(db, { search: '1%0' })).toEqual([]);
    expect(await names(db, { search: '\\' })).toEqual([]);
    expect(await names(db, { search: "'; DROP TABLE fuzzy_keys --" })).toEqual([]);
    expect(await names(db, { search: pair.publicKey })).toEqual(['by key']);
    expect(await names(db, { search: pair.publicKey.slice(20, 30) })).toEqual(['by key']);
    const found = await searchFuzzyKeys(admin(db), { description: 'o' });
    expect(found.keys.map(({ description }) => description)).toEqual(['Grace over', 'Old one']);
  }));

test.each(['description', '-description', 'email', '-email', 'rank', '-rank', 'quantity', '-created_at', 'created_at'])(
  'returns every key once in pages of two, sorted by %s',
  (sort) =>
    inRollback(async (db) => {
      await variety(db);
      for (let count = 0; count < 3; count++) await createKeyRow(db, { createdAt: ago(50) });
      const whole = await names(db, { sort });
      expect(whole).toHaveLength(7);
      const paged: string[] = [];
      let cursor: string | null | undefined;
      for (let pages = 0; cursor !== null && pages < 9; pages++) {
        const page = await list(db, { sort, limit: '2', ...(cursor && { cursor }) });
        expect(page.total).toBe(7);
        paged.push(...page.keys.map(({ description }) => description));
        cursor = page.next_cursor;
      }
      expect(paged).toEqual(whole);
    }),
);

test('sorts by the given field', () =>
  inRollback(async (db) => {
    await variety(db);
    const values = async (sort: string) =>
      (await list(db, { sort })).keys.map((key) => [key.rank, key.email, key.quantity]);
    expect((await values('-rank')).map(([rank]) => rank)).toEqual([75, 75, 50, 10]);
    expect((await values('email')).map(([, email]) => email)).toEqual([
      ...[null, null, 'postmaster@acme.example', 'z@test.example'],
    ]);
    expect((await values('-quantity')).map(([, , quantity]) => quantity)).toEqual([5, 2, 1, 1]);
  }));

test('returns every field of a row, but not the private half', () =>
  inRollback(async (db) => {
    const owner = await createUserRow(db, { blockedAt: NOW });
    const { publicKey } = createKeyPair();
    const key = await createKeyRow(
      db,
      {
        description: 'Known',
        accountId: owner.id,
        email: owner.email,
        rate: 1.5,
        lastUsedAt: ago(5),
        createdAt: ago(9),
      },
      { publicKey, privateKey: null },
    );
    const { keys } = await list(db);
    expect(keys).toEqual([
      {
        id: key.id,
        version: 1,
        description: 'Known',
        public_key: publicKey,
        key_id: keyIdOf(publicKey),
        email: owner.email,
        user_id: owner.id,
        rank: 50,
        quantity: 1,
        rate: 1.5,
        deleted: false,
        state: 'suspended',
        type: 'user',
        is_external: true,
        is_owner_blocked: true,
        subscription_status: null,
        plan: null,
        requests: null,
        networks: 0,
        daily_limit: 129_600,
        created_at: ago(9).toISOString(),
        deleted_at: null,
        last_used_at: ago(5).toISOString(),
        works_until: null,
        replaced_by: null,
      },
    ]);
  }));

test('returns the plan, the last ranked usage and the daily limit: the owner’s, else the key’s, else the rank’s', () =>
  inRollback(async (db) => {
    const { id: userId } = await createUserRow(db, { dailyLimit: 5000 });
    const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: userId, plan: 'scale' });
    const sold = await createKeyRow(db, {
      description: 'Sold',
      accountId: userId,
      subscriptionId,
      rate: 1,
      quantity: 2,
    });
    await db.rankedUsage.update({ where: { keyId: sold.id }, data: { requests: 4000 } });
    await createKeyRow(db, { description: 'Own rate', rate: 4000 / 86_400, quantity: 3 });
    await createKeyRow(db, { description: 'Unlimited', rankId: 0 });
    const facts = new Map(
      (await list(db)).keys.map(({ description, plan, requests, daily_limit: limit }) => [
        description,
        { plan, requests, limit },
      ]),
    );
    expect(facts.get('Sold')).toEqual({ plan: 'scale', requests: 4000, limit: 5000 });
    expect(facts.get('Own rate')).toEqual({ plan: null, requests: null, limit: 12_000 });
    expect(facts.get('Unlimited')).toEqual({ plan: null, requests: null, limit: null });
  }));

test.each<Record<string, string>>([
  { limit: '0' },
  { limit: '201' },
  { limit: 'x' },
  { sort: 'private_key_sealed' },
  { rank: 'high' },
  { rank: '' },
  { email: 'maybe' },
  { deleted: '1' },
  { search: 'a\0b' },
  { cursor: 'x' },
])('refuses the query %j (S52)', (query) => {
  expect(FuzzyKeyListQuery.safeParse(query).success).toBe(false);
});

test.each([
  ['rank', { sort: 'rank', value: 'text', id: 1 }],
  ['rank', { sort: '-rank', value: 1, id: 1 }],
  ['-created_at', { sort: '-created_at', value: 'yesterday', id: 1 }],
  ['-created_at', { sort: '-created_at', value: NOW.toISOString(), id: 'x' }],
  ['email', { sort: 'email', value: 5, id: 1 }],
])('refuses a cursor that does not fit the order %s: %j', (sort, cursor) =>
  inRollback(async (db) => {
    await expect(list(db, { sort, cursor: encodeCursor(cursor) })).rejects.toMatchObject({ code: 'malformed' });
  }),
);

test('lists keys without an owner as unassociated, with or without an email, suspended or not', () =>
  inRollback(async (db) => {
    await variety(db);
    const owner = await createUserRow(db);
    await createKeyRow(db, { description: 'owned', accountId: owner.id });
    const next = await createKeyRow(db, { description: 'Next', createdAt: ago(5), suspendedAt: ago(1) });
    await db.fuzzyKey.update({ where: { description: 'In grace' }, data: { replacedById: next.id } });
    const ask = (query: Record<string, string>) => listUnassociatedKeys(admin(db), UnassociatedKeysQuery.parse(query));
    const { keys, total } = await ask({});
    expect(total).toBe(4);
    expect(keys.map(({ description }) => description)).toEqual([
      ...['Next', 'stripe by hand', 'Stripe cus_1 sub_1', 'Acme 100%_mx'],
    ]);
    expect(keys[0]).toEqual({
      public_key: next.publicKey,
      description: 'Next',
      rank: 50,
      email: null,
      is_suspended: true,
      created_at: NOW.getTime() / 1000 - 5,
    });
    const first = await ask({ limit: '3' });
    const rest = await ask({ limit: '3', cursor: first.next_cursor ?? '' });
    expect([...first.keys, ...rest.keys]).toEqual(keys);
    expect((await ask({ search: 'acme 1' })).keys).toHaveLength(1);
  }));

test('returns the ranks, the public key map and the name map', () =>
  inRollback(async (db) => {
    const limited = await createUserRow(db, { dailyLimit: 86_400 });
    const own = await createKeyRow(db, { description: 'own rate', rate: 2, quantity: 3 });
    const ranked = await createKeyRow(db, { description: 'rank', rankId: 50 });
    const daily = await createKeyRow(db, { description: 'daily', accountId: limited.id, quantity: 2 });
    const gone = await createKeyRow(db, { description: 'gone', deletedAt: NOW });
    const { ranks } = await getRanks(admin(db));
    expect(Object.keys(ranks)).toEqual(['0', '10', '20', '50', '75', '90']);
    expect(ranks['50']).toMatchObject({ ratelimit: { rate: 2.4 }, emoji: expect.any(String) as string });
    expect(ranks['0']).toMatchObject({ ratelimit: null, description: expect.any(String) as string });
    expect(await getPublicKeyMap(admin(db))).toEqual({
      keys: [
        { pubkey: own.publicKey, extensions: { name: 'own rate', ratelimit: { rate: 2 } } },
        { pubkey: ranked.publicKey, extensions: { name: 'rank' } },
        { pubkey: daily.publicKey, extensions: { name: 'daily', ratelimit: { rate: 0.5 } } },
      ],
    });
    expect(await getNameMap(admin(db))).toEqual({
      'own rate': own.keyId,
      rank: ranked.keyId,
      daily: daily.keyId,
      gone: gone.keyId,
    });
  }));
