import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow, unique } from '#lib/testing/factories.ts';
import { listRevenueMonths } from './months.ts';
import { getRevenueFigures, RevenueQuery } from './revenue-figures.ts';

/** A year in which no other rows exist. */
const NOW = new Date('2035-05-15T12:00:00Z');

async function move(store: Db, userId: string, at: string, kind: string, yearlyPence: number) {
  const row = { kind, cause: 'purchase', yearlyPence, currency: 'gbp', stripeSubscriptionId: unique('sub'), userId };
  await store.revenueMovement.create({ data: { ...row, at: new Date(at) } });
}

test('sums up twelve months, each with its MRR at the end and what moved it', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    const [before] = await listRevenueMonths(ctx, 'gbp');
    const { id } = await createUserRow(store);
    await move(store, id, '2034-05-31T23:59:59Z', 'new', 12_000);
    await move(store, id, '2034-06-01T00:00:00Z', 'expansion', 24_000);
    await move(store, id, '2035-04-30T23:59:59Z', 'contraction', -6000);
    await move(store, id, '2035-05-15T11:00:00Z', 'churn', -30_000);
    await move(store, id, '2035-06-01T00:00:00Z', 'new', 99_000);
    const months = await listRevenueMonths(ctx, 'gbp');
    expect([months.length, months[0]?.start, months.at(-1)?.start]).toEqual([
      ...[12, '2034-06-01T00:00:00.000Z', '2035-05-01T00:00:00.000Z'],
    ]);
    const mrr = months.map(({ mrrPence }) => mrrPence - (before?.mrrPence ?? 0));
    expect([mrr[0], mrr[9], mrr[10], mrr[11]]).toEqual([3000, 3000, 2500, 0]);
    expect(months[0]?.movements).toMatchObject({ expansion: 2000, churn: 0 });
    expect(months[10]?.movements).toMatchObject({ contraction: -500 });
    expect(months[11]?.movements).toMatchObject({ churn: -2500 });
    const { figures } = await getRevenueFigures(ctx, RevenueQuery.parse({}));
    const figure = (name: string) => figures.find((each) => each.name === name)?.monthly_pence;
    expect(months[11]?.mrrPence).toBe(figure('mrr_end'));
    expect(months[11]?.movements.churn).toBe(figure('churn'));
  }));
