import { expect, test } from 'vitest';
import type { Subscription } from '../model.ts';
import { startTestEmulator } from '../testing.ts';
import type { Past, PastStep } from './past.ts';

const DAY = 86_400;

async function startPast(steps: (now: number) => PastStep[], terms: Partial<Past> = {}) {
  const emulator = await startTestEmulator();
  const { now } = await emulator.state();
  const past: Past = {
    ...{ customer: 'cus_old', subscription: 'sub_old', email: 'ada@example.test', country: 'DE', metadata: { a: 'b' } },
    ...{ lookup_key: 'starter_monthly', quantity: 1, started_at: now - 95 * DAY, steps: steps(now) },
    ...terms,
  };
  const make = () => emulator.control('past', past) as Promise<Subscription>;
  const made = await make();
  const { data: invoices } = await emulator.stripe.invoices.list({ customer: 'cus_old' });
  return { emulator, now, make, made, invoices };
}

test('makes a subscription of the past with the invoices of all its periods, once, and sends no event', async () => {
  const { emulator, now, make, made, invoices } = await startPast(() => []);
  const row = await emulator.stripe.subscriptions.retrieve('sub_old');
  expect(row).toMatchObject({ customer: 'cus_old', status: 'active', created: now - 95 * DAY, metadata: { a: 'b' } });
  expect(row.items.data[0]?.current_period_end).toBeGreaterThan(now);
  expect(made.items.data[0]?.current_period_end).toBe(row.items.data[0]?.current_period_end);
  expect(invoices.map(({ status, total }) => [status, total])).toEqual(invoices.map(() => ['paid', 3000]));
  expect(
    invoices
      .map(({ billing_reason }) => billing_reason)
      .toReversed()
      .slice(0, 2),
  ).toEqual(['subscription_create', 'subscription_cycle']);
  expect(invoices.length).toBeGreaterThanOrEqual(4);
  await make();
  expect((await emulator.stripe.invoices.list({ customer: 'cus_old' })).data).toHaveLength(invoices.length);
  expect(await emulator.state()).toMatchObject({ events: [], pending: [] });
});

test('makes what happened to it: a change of plan, a pause, a failed card, a wish to leave, and the end', async () => {
  const changed = await startPast((now) => [
    { at: now - 40 * DAY, what: 'changed', lookup_key: 'scale_monthly', quantity: 2 },
    { at: now - DAY, what: 'leaves', feedback: 'too_expensive' },
  ]);
  expect(changed.invoices.map(({ billing_reason }) => billing_reason)).toContain('subscription_update');
  expect(changed.made).toMatchObject({
    cancel_at: changed.made.items.data[0]?.current_period_end,
    cancellation_details: { feedback: 'too_expensive' },
    items: { data: [{ quantity: 2, price: { lookup_key: 'scale_monthly' } }] },
  });
  const paused = await startPast((now) => [
    { at: now - 90 * DAY, what: 'paused' },
    { at: now - DAY, what: 'resumed' },
  ]);
  expect(paused.invoices.map(({ status }) => status)).toContain('void');
  expect(paused.made.pause_collection).toBeNull();
  const failed = await startPast((now) => [{ at: now - 10 * DAY, what: 'card_failed' }]);
  expect([failed.made.status, failed.invoices[0]?.status]).toEqual(['past_due', 'open']);
  const unpaid = await startPast((now) => [
    { at: now - 10 * DAY, what: 'card_failed' },
    { at: now - DAY, what: 'unpaid' },
  ]);
  expect(unpaid.made.status).toBe('unpaid');
  const ended = await startPast((now) => [{ at: now - 3 * DAY, what: 'canceled' }]);
  expect(ended.made).toMatchObject({ status: 'canceled', ended_at: ended.now - 3 * DAY });
});
