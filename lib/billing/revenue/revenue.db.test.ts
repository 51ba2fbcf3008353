import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { readAndSync } from '#lib/billing/sync/sync.ts';
import { adminContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { startPurchase } from '#lib/testing/buyer.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { listMovements, MovementQuery } from './movements.ts';
import { getRevenue, RevenueQuery } from './revenue-figures.ts';
import { kindOf, recordMovement, yearlyPenceOf } from './revenue.ts';
import { monthlyOf } from './sums.ts';

type Item = { pence: number; interval: 'day' | 'week' | 'month' | 'year'; every?: number; quantity?: number };
const subscriptionOf = (status: string, items: Item[], id = 'sub_x') =>
  ({
    id,
    status,
    currency: 'gbp',
    cancellation_details: null,
    items: {
      data: items.map(({ pence, interval, every = 1, quantity = 1 }) => ({
        price: { unit_amount: pence, recurring: { interval, interval_count: every } },
        quantity,
      })),
    },
  }) as unknown as Stripe.Subscription;

test.each<[string, Item[], number]>([
  ['active', [{ pence: 2500, interval: 'month' }], 30_000],
  ['past_due', [{ pence: 28_500, interval: 'year', quantity: 3 }], 85_500],
  ['active', [{ pence: 1000, interval: 'month', every: 3 }], 4000],
  ['active', [{ pence: 10_000, interval: 'year', every: 3 }], 3333],
  [
    'active',
    [
      { pence: 700, interval: 'month' },
      { pence: 2500, interval: 'month' },
    ],
    38_400,
  ],
  ['trialing', [{ pence: 2500, interval: 'month' }], 0],
  ['unpaid', [{ pence: 2500, interval: 'month' }], 0],
  ['canceled', [{ pence: 2500, interval: 'month' }], 0],
])('prices a subscription that is %s with the items %j at %i pence a year', (status, items, pence) => {
  expect(yearlyPenceOf(subscriptionOf(status, items), false)).toBe(pence);
  expect(yearlyPenceOf(subscriptionOf(status, items), true), 'before the first payment arrives').toBe(0);
});

test.each([
  [0, 100, true, 'new'],
  [0, 100, false, 'reactivation'],
  [100, 150, false, 'expansion'],
  [150, 100, false, 'contraction'],
  [100, 0, false, 'churn'],
] as const)('calls a change from %i to %i pence (first payment: %s) %s', (before, after, isFirst, kind) => {
  expect(kindOf(before, after, isFirst)).toBe(kind);
});

test.each([
  [28_500, 2375],
  [7, 1],
  [6, 1],
  [5, 0],
  [-6, -1],
  [-5, 0],
])('converts %i pence a year to %i pence a month', (yearly, monthly) => {
  expect(monthlyOf(yearly)).toBe(monthly);
});

describe('a subscription at Stripe', () => {
  let shop: Awaited<ReturnType<typeof startPausedEmulator>>;
  beforeAll(async () => void (shop = await startPausedEmulator()));
  afterAll(() => shop.close());

  test('gets one movement per change, however often it is synced', async () => {
    const { id: userId } = await createUserRow(db());
    const withStripe = { stripe: () => shop.stripe };
    const ctx = subscriberContext(db(), { id: userId }, withStripe);
    const sync = async (id: string) => {
      await Promise.all([1, 2, 3].map(() => readAndSync(systemContext(db(), withStripe), id)));
    };
    const url = await startPurchase(ctx, { plan: 'starter', interval: 'month', isTest: false });
    const id = await shop.pay(url.split('/').at(-1) ?? '');
    await sync(id);
    const [item, scale] = [await shop.itemOf(id), await shop.priceOf('scale_yearly')];
    await shop.stripe.subscriptions.update(id, { items: [{ id: item, price: scale, quantity: 3 }] });
    await sync(id);
    await shop.stripe.subscriptions.update(id, { items: [{ id: item, quantity: 2 }] });
    await sync(id);
    for (const status of ['paused', 'active', 'past_due']) {
      await shop.control('status', { subscription: id, status });
      await sync(id);
    }
    await shop.stripe.subscriptions.cancel(id);
    await sync(id);
    const rows = await db().revenueMovement.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    expect(rows.map(({ kind, cause, yearlyPence }) => [kind, cause, yearlyPence])).toEqual([
      ['new', 'purchase', 30_000],
      ['expansion', 'plan and interval and quantity', 165_000 - 30_000],
      ['contraction', 'quantity', -55_000],
      ['churn', 'paused', -110_000],
      ['reactivation', 'resumed', 110_000],
      ['churn', 'cancellation_requested', -110_000],
    ]);
  });
});

test.each([
  ['UPDATE', 'UPDATE revenue_movements SET yearly_pence = 1'],
  ['DELETE', 'DELETE FROM revenue_movements'],
  ['TRUNCATE', 'TRUNCATE revenue_movements'],
])('refuses %s on the append-only ledger', (_name, statement) =>
  inRollback(async (tx) => {
    await live(tx, [{ day: 0, user: randomUUID(), subscription: unique('sub'), yearlyPence: 1200 }]);
    await expect(tx.$executeRawUnsafe(statement)).rejects.toThrow('append-only');
  }),
);

/** From `day` on, the subscription costs `yearlyPence` a year. */
type Change = { day: number; user: string; subscription: string; yearlyPence: number };

const START = Date.UTC(2024, 0, 1, 12);
const dateOf = (day: number) => new Date(START + day * 86_400_000);
const isoDay = (day: number) => dateOf(day).toISOString().slice(0, 10);
const TERMS = {
  plan: 'starter',
  interval: 'year',
  quantity: 1,
  stripePriceId: 'price_x',
  awaitsPayment: false,
  flags: [],
};

async function live(tx: Db, changes: readonly Change[]) {
  for (const { day, user: userId, subscription, yearlyPence } of changes) {
    const status = yearlyPence ? 'active' : 'canceled';
    const remote = subscriptionOf(status, [{ pence: yearlyPence, interval: 'year' }], subscription);
    const ctx = systemContext(tx, { now: dateOf(day) });
    await recordMovement(ctx, { remote, before: null, after: { ...TERMS, status }, userId });
  }
}

test("counts a subscription for its first owner if another user takes over the customer, so that both users' sums stay right", () =>
  inRollback(async (tx) => {
    const [first, second, subscription] = [randomUUID(), randomUUID(), unique('sub')];
    await live(tx, [
      { day: 0, user: first, subscription, yearlyPence: 1200 },
      { day: 1, user: second, subscription, yearlyPence: 0 },
    ]);
    const rows = await tx.revenueMovement.findMany({
      where: { stripeSubscriptionId: subscription },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ kind, userId }) => [kind, userId])).toEqual([
      ['new', first],
      ['churn', first],
    ]);
  }));

const DAYS = 900;
const CUSTOMERS = 60;

/** Random purchases, changes and cancellations in chronological order. Some customers have two subscriptions. */
function randomLives(seed: number): Change[] {
  const random = randomFrom(seed);
  const changes = Array.from({ length: CUSTOMERS }, () => {
    const user = randomUUID();
    const subscriptions = Array.from({ length: random.int(1, 2) }, () => unique('sub'));
    return Array.from({ length: random.int(1, 9) }, () => ({
      day: random.below(DAYS),
      user,
      subscription: random.pick(subscriptions),
      yearlyPence: random.chance(0.3) ? 0 : random.int(1, 90_000),
    }));
  });
  return changes.flat().toSorted((a, b) => a.day - b.day);
}

/** What each customer pays in a year, as of a day, computed from the changes alone. */
function balances(changes: readonly Change[], day: number): Map<string, number> {
  const bySubscription = new Map<string, Change>();
  for (const change of changes) if (change.day <= day) bySubscription.set(change.subscription, change);
  const byUser = new Map<string, number>();
  for (const { user, yearlyPence } of bySubscription.values()) byUser.set(user, (byUser.get(user) ?? 0) + yearlyPence);
  return byUser;
}
const total = (paid: Map<string, number>) => [...paid.values()].reduce((sum, pence) => sum + pence, 0);
const paying = (paid: Map<string, number>) => [...paid.values()].filter((pence) => pence > 0).length;

/**
 * The sum of the movements of each kind and the number of customers lost, computed from the customer's balance before
 * and after each change.
 */
function moves(changes: readonly Change[], from: number, to: number) {
  const sums = { new: 0, expansion: 0, contraction: 0, churn: 0, reactivation: 0 };
  let churned = 0;
  const hasPaid = new Set<string>();
  changes.forEach((change, index) => {
    const before = balances(changes.slice(0, index), DAYS).get(change.user) ?? 0;
    const after = balances(changes.slice(0, index + 1), DAYS).get(change.user) ?? 0;
    if (before === after) return;
    const kind = before === 0 ? (hasPaid.has(change.user) ? 'reactivation' : 'new') : after === 0 ? 'churn' : null;
    const name = kind ?? (after > before ? 'expansion' : 'contraction');
    hasPaid.add(change.user);
    if (change.day < from || change.day > to) return;
    sums[name] += after - before;
    if (name === 'churn') churned += 1;
  });
  return { sums, churned };
}

function cohortsOf(changes: readonly Change[], day: number): Map<string, number> {
  const monthOfFirst = new Map<string, string>();
  for (const change of changes)
    if (change.yearlyPence && !monthOfFirst.has(change.user))
      monthOfFirst.set(change.user, isoDay(change.day).slice(0, 7));
  const sums = new Map<string, number>();
  for (const [user, pence] of balances(changes, day)) {
    const month = monthOfFirst.get(user);
    const isIn = month !== undefined && month <= isoDay(day).slice(0, 7);
    if (isIn && changes.some((each) => each.user === user && each.yearlyPence && each.day <= day))
      sums.set(month, (sums.get(month) ?? 0) + pence);
  }
  return sums;
}

test(
  'computes figures of 100 random periods that equal a brute-force computation and the sums of their rows',
  () =>
    inRollback(async (tx) => {
      const seed = Number(process.env.BILLING_SEED ?? Math.floor(Math.random() * 2 ** 31));
      const random = randomFrom(seed);
      const changes = randomLives(seed);
      await live(tx, changes);
      const ctx = adminContext(tx);
      const perDay = changes.map(({ day }) => day);
      expect(new Set(perDay).size).toBeGreaterThan(100);
      for (let n = 0; n < 100; n++) {
        const [from = 0, to = 0] = [random.below(DAYS), random.below(DAYS)].toSorted((a, b) => a - b);
        const view = await getRevenue(ctx, RevenueQuery.parse({ from: isoDay(from), to: isoDay(to) }));
        const figure = (name: string) => view.figures.find((each) => each.name === name);
        const why = `seed ${seed}, ${isoDay(from)} to ${isoDay(to)}`;
        for (const [name, day] of [
          ['mrr_start', from - 1],
          ['mrr_end', to],
        ] as const) {
          const paid = balances(changes, day);
          const monthly = Math.round(total(paid) / 12);
          const expected = { yearly_pence: total(paid), monthly_pence: monthly, customers: paying(paid) };
          expect(figure(name), why).toMatchObject(expected);
        }
        const { sums, churned } = moves(changes, from, to);
        for (const [kind, sum] of Object.entries(sums))
          expect([kind, figure(kind)?.yearly_pence], why).toEqual([kind, sum]);
        const start = balances(changes, from - 1);
        const share = (part: number, whole: number) => (part && whole ? part / whole : 0);
        expect(figure('customer_churn')?.share, why).toBe(share(churned, paying(start)));
        expect(figure('revenue_churn')?.share, why).toBe(share(-sums.churn - sums.contraction, total(start)));
        const cohorts = new Map(view.cohorts.map(({ cohort, months }) => [cohort, months.at(-1)?.yearly_pence]));
        expect(cohorts, why).toEqual(cohortsOf(changes, to));
        const opened = random.pick(view.figures.filter(({ yearly_pence: pence }) => pence !== null));
        expect(await sumOfRows(tx, opened.rows), `${why}: ${opened.name}`).toBe(opened.yearly_pence);
      }
    }),
  120_000,
);

/** Adds up the movements behind a figure, page by page. */
async function sumOfRows(tx: Db, rows: Record<string, string>): Promise<number> {
  let sum = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listMovements(adminContext(tx), MovementQuery.parse({ ...rows, limit: '200', cursor }));
    sum += page.movements.reduce((all, { yearly_pence: pence }) => all + pence, 0);
    cursor = page.next_cursor;
  }
  return sum;
}
