import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { exportUsers } from './export-users.ts';
import { adminUserFields, toAdminUserView } from './admin-user.ts';
import { FEW, listUsers, UserListQuery } from './list.ts';

type Query = Record<string, string>;
const list = (store: Db, query: Query = {}) => listUsers(adminContext(store), UserListQuery.parse(query));
const emails = async (store: Db, query: Query) => (await list(store, query)).users.map(({ email }) => email);
const daysAgo = (days: number) => new Date(Date.parse('2026-11-21T00:00:00Z') - days * DAY);

test('returns users with their subscriptions and manual keys, without hashes and private halves (S54)', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store, {
      stripeCustomerId: unique('cus'),
      dailyLimit: 7,
      notes: 'n',
      passwordHash: '$argon2id$secret',
      createdAt: daysAgo(3),
    });
    const subscription = await createSubscriptionRow(store, { accountId: user.id, quantity: 3, status: 'past_due' });
    const bought = await createKeyRow(store, { accountId: user.id, subscriptionId: subscription.id, quantity: 3 });
    const given = await createKeyRow(store, { accountId: user.id, suspendedAt: new Date() });
    await createKeyRow(store, { accountId: user.id, deletedAt: new Date() });
    const page = await list(store, { search: user.email ?? '' });
    expect(Object.keys(page)).toEqual(['users', 'total', 'total_is_capped', 'next_cursor', 'counts']);
    const [row] = page.users;
    expect(row).toEqual({
      id: user.id,
      email: user.email,
      email_verified: true,
      is_admin: false,
      country: 'DE',
      has_stripe: true,
      custom_limits: { daily_limit: 7, is_blocked: false, custom_key: null, notes: 'n' },
      subscriptions: [
        {
          stripe_subscription_id: subscription.stripeSubscriptionId,
          stripe_subscription_status: 'past_due',
          stripe_product_id: 'prod_test_personal',
          stripe_quantity: 3,
          public_key: bought.publicKey,
          product: 'Personal usage',
          cancel_at: null,
          quantity: 3,
          key_description: bought.description,
          key_state: 'on',
          is_external: false,
        },
        {
          stripe_subscription_id: null,
          stripe_subscription_status: null,
          stripe_product_id: null,
          stripe_quantity: null,
          public_key: given.publicKey,
          product: null,
          cancel_at: null,
          quantity: 1,
          key_description: given.description,
          key_state: 'suspended',
          is_external: false,
        },
      ],
      plan: {
        product: 'Personal usage',
        status: 'past_due',
        quantity: 3,
        public_key: bought.publicKey,
        cancel_at: null,
        others: 0,
      },
      version: 1,
      has_password: true,
      has_two_factor: false,
      blocked_at: null,
      created_at: daysAgo(3).toISOString(),
      last_seen_at: null,
      usage: null,
    });
  }));

test('shows the usage of the key that uses most of its limit, and nothing before a host has reported', () =>
  inRollback(async (store) => {
    const tag = unique('busy');
    const make = (dailyLimit: number | null, name: string) =>
      createUserRow(store, { email: `${name}.${tag}@x.example`, dailyLimit });
    const used = async (userId: string, requests: number, more: object = {}) => {
      const { id } = await createKeyRow(store, { accountId: userId, ...more });
      await store.rankedUsage.update({ where: { keyId: id }, data: { requests } });
      return id;
    };
    const [limited, unlimited, quiet] = [await make(null, 'a'), await make(null, 'b'), await make(1000, 'c')];
    await used(limited.id, 50_000, { rankId: 50, rate: 1 });
    await used(limited.id, 9000, { rankId: 50, rate: 0.1 });
    await used(limited.id, 1_000_000, { rankId: 50, rate: 1, deletedAt: new Date() });
    await used(unlimited.id, 20, { rankId: 0 });
    await used(unlimited.id, 900, { rankId: 0 });
    await used(quiet.id, -1);
    const { users } = await list(store, { search: tag, sort: 'email' });
    expect(users.map(({ usage }) => usage)).toEqual([
      { requests: 9000, daily_limit: 8640 },
      { requests: 900, daily_limit: null },
      null,
    ]);
  }));

test('keeps the counters exact through every change', () =>
  inRollback(async (store) => {
    const before = (await list(store)).counts;
    const delta = async () => {
      const { counts } = await list(store);
      return [
        counts.total - before.total,
        counts.active_subscriptions - before.active_subscriptions,
        counts.admins - before.admins,
        counts.blocked - before.blocked,
      ];
    };
    const one = await createUserRow(store);
    const two = await createUserRow(store, { isAdmin: true, blockedAt: new Date() });
    const subscription = await createSubscriptionRow(store, { accountId: one.id, status: 'trialing' });
    await createSubscriptionRow(store, { accountId: one.id, status: 'unpaid' });
    expect(await delta()).toEqual([2, 1, 1, 1]);
    await store.user.updateMany({ where: { id: { in: [one.id, two.id] } }, data: { isAdmin: true, blockedAt: null } });
    expect(await delta()).toEqual([2, 1, 2, 0]);
    await store.subscription.update({ where: { id: subscription.id }, data: { status: 'canceled' } });
    expect(await delta()).toEqual([2, 0, 2, 0]);
    await store.user.delete({ where: { id: two.id } });
    expect(await delta()).toEqual([1, 0, 1, 0]);
    await store.$executeRaw`SELECT tallies.fold()`;
    expect(await delta()).toEqual([1, 0, 1, 0]);
    const [row] = await store.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM users`;
    expect((await list(store)).counts.total).toBe(row?.n);
  }));

test('folds the counter deltas when it reads more than 500', () =>
  inRollback(async (store) => {
    await store.$executeRaw`INSERT INTO tallies.deltas SELECT 'users', 0 FROM generate_series(1, 501)`;
    await list(store);
    const [row] = await store.$queryRaw<{ n: number }[]>`SELECT count(*)::int AS n FROM tallies.deltas`;
    expect(row?.n).toBeLessThan(10);
  }));

test.each([
  ['status', 'blocked', 'b'],
  ['status', 'active', 'acdefg'],
  ['admin', 'true', 'c'],
  ['admin', 'false', 'abdefg'],
  ['verified', 'false', 'd'],
  ['verified', 'true', 'abcefg'],
  ['subscription', 'live', 'e'],
  ['subscription', 'past_due', 'e'],
  ['subscription', 'canceled', 'f'],
  ['subscription', 'manual', 'g'],
  ['subscription', 'none', 'abcdf'],
])('filters by %s=%s', (name, value, expected) =>
  inRollback(async (store) => {
    const tag = unique('filter');
    const make = (letter: string, fields = {}) =>
      createUserRow(store, { email: `${letter}.${tag}@x.example`, ...fields });
    await make('a');
    await make('b', { blockedAt: new Date() });
    await make('c', { isAdmin: true });
    await make('d', { emailVerifiedAt: null });
    const [e, f, g] = [await make('e'), await make('f'), await make('g')];
    await createSubscriptionRow(store, { accountId: e.id, status: 'past_due' });
    await createSubscriptionRow(store, { accountId: f.id, status: 'canceled' });
    await createKeyRow(store, { accountId: f.id, suspendedAt: new Date() });
    await createKeyRow(store, { accountId: g.id });
    const { users, total } = await list(store, { search: tag, sort: 'email', [name]: value });
    expect(users.map(({ email }) => email?.[0]).join('')).toBe(expected);
    expect(total).toBe(expected.length);
  }),
);

test('returns an exact total without filters, and with a filter that a counter covers', () =>
  inRollback(async (store) => {
    await createUserRow(store, { blockedAt: new Date() });
    const { counts, total } = await list(store);
    expect(total).toBe(counts.total);
    expect((await list(store, { status: 'blocked' })).total).toBe(counts.blocked);
    expect((await list(store, { status: 'active' })).total).toBe(counts.total - counts.blocked);
    expect((await list(store, { admin: 'true' })).total).toBe(counts.admins);
    expect((await list(store, { admin: 'false' })).total).toBe(counts.total - counts.admins);
  }));

test('caps the total of a search at 1,000, and pages correctly below and above the limit for sorting all matches', () =>
  inRollback(async (store) => {
    const people = (from: number, to: number) =>
      store.user.createMany({
        data: Array.from({ length: to - from }, (_, n) => ({ email: `capped${1000 + from + n}@cap.example` })),
      });
    const page = async (cursor?: string) => {
      const {
        users,
        next_cursor: next,
        ...counted
      } = await list(store, {
        ...{ search: 'cap.example', sort: '-email', limit: '2' },
        ...(cursor && { cursor }),
      });
      return { emails: users.map(({ email }) => email), next: next ?? '', counted };
    };
    const expectPages = async (newest: number) => {
      const first = await page();
      expect(first.counted).toMatchObject({ total: 1000, total_is_capped: true });
      const names = [...first.emails, ...(await page(first.next)).emails];
      expect(names).toEqual([0, 1, 2, 3].map((n) => `capped${newest - n}@cap.example`));
    };
    await people(0, 1001);
    await expectPages(2000);
    await people(1001, FEW + 1);
    await expectPages(1000 + FEW);
    expect(await list(store, { search: 'capped600' })).toMatchObject({ total: 1, total_is_capped: false });
  }));

test('finds users by any part of email or notes, by id, and by the beginning of their key', () =>
  inRollback(async (store) => {
    const tag = unique('search');
    const user = await createUserRow(store, { email: `someone.${tag}@x.example`, notes: 'Pays by\nbank 100%_sure' });
    const other = await createUserRow(store, { email: `other.${tag}@x.example` });
    const key = await createKeyRow(store, { accountId: user.id });
    const found = async (search: string) => (await list(store, { search })).users.some(({ id }) => id === user.id);
    for (const search of [
      `one.${tag}`,
      `SOMEONE.${tag}`,
      'BANK 100%_s',
      user.id,
      key.publicKey,
      key.publicKey.slice(0, 20),
    ])
      expect([search, await found(search)]).toEqual([search, true]);
    for (const search of ['bank 1000_sure', `%${tag}%`, `some_ne.${tag}`, other.id, `x${key.publicKey}`.slice(0, 52)])
      expect([search, await found(search)]).toEqual([search, false]);
    expect(await emails(store, { search: 'ot', sort: 'email', limit: '200' })).toContain(other.email);
    expect(await emails(store, { search: 'x', limit: '200' })).not.toContain(other.email);
  }));

test.each(['created_at', '-created_at', 'email', '-email', 'last_seen_at', '-last_seen_at'])(
  'returns each user once across pages sorted by %s, including ties and missing values',
  (sort) =>
    inRollback(async (store) => {
      for (let n = 0; n < 12; n++)
        await createUserRow(store, {
          ...(n < 4 && { email: null }),
          createdAt: daysAgo(Math.floor(n / 3)),
          lastSeenAt: n % 2 ? null : daysAgo(Math.floor(n / 4)),
        });
      const seen: string[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await list(store, { sort, limit: '5', ...(cursor && { cursor }) });
        expect(page.users.length).toBeLessThanOrEqual(5);
        seen.push(...page.users.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      const { users } = await list(store, { sort, limit: '200' });
      expect(seen).toEqual(users.map(({ id }) => id));
      expect(new Set(seen).size).toBe(users.length);
      const keys = users.map((user) => {
        if (sort.endsWith('email')) return user.email ?? '\x7f';
        return (sort.endsWith('created_at') ? user.created_at : user.last_seen_at) ?? '';
      });
      const ascending = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys).toEqual(sort.startsWith('-') ? ascending.toReversed() : ascending);
    }),
);

test('refuses a cursor of another sort order', () =>
  inRollback(async (store) => {
    await createUserRow(store);
    await createUserRow(store);
    const { next_cursor: cursor } = await list(store, { limit: '1' });
    await expect(list(store, { cursor: cursor ?? '', sort: 'email' })).rejects.toMatchObject({ code: 'malformed' });
  }));

test('shows a user whose account was deleted between the two statements that read them', () =>
  inRollback(async (store) => {
    const { id } = await createUserRow(store);
    const user = await store.user.findUniqueOrThrow({ where: { id }, select: adminUserFields });
    for (const membership of user.memberships) Object.assign(membership, { account: null });
    expect(toAdminUserView(user, id)).toMatchObject({ id, has_stripe: false, subscriptions: [], plan: null });
  }));

test('exports all matching users with formulas neutralised, and records the export (S41, S81)', () =>
  inRollback(async (store) => {
    const tag = unique('export');
    for (let n = 0; n < 3; n++) await createUserRow(store, { email: `${tag}-${n}@x.example`, notes: `=${n}+1\nx` });
    await createUserRow(store);
    const ctx = adminContext(store);
    const response = await exportUsers(ctx, UserListQuery.parse({ search: tag, sort: 'email' }));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    const text = await response.text();
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain(`"'=1+1\nx"`);
    expect(await store.auditEvent.findMany({ where: { action: 'user.list_exported' } })).toMatchObject([
      { actorId: ctx.actor.userId, data: { search: '(a text)', sort: 'email' } },
    ]);
  }));
