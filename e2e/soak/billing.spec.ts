import { isFull } from '#lib/testing/soak.ts';
import { deliverAtOnce, killDuringProvisioning } from '../billing/provisioning.ts';
import { expect, test } from '../fixtures.ts';
import { createBillingStack, type BillingStack } from '../support/stacks/billing-stack.ts';

let billing: BillingStack;
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  billing = await createBillingStack();
});
test.afterAll(async () => {
  const contract = await billing?.remove();
  expect(contract?.violations, 'every request matches the contract of the Stripe API').toEqual([]);
  expect(contract?.requests).toBeGreaterThan(0);
});

test('answers the webhook within 500 ms at the 99th percentile (R4)', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => billing.buyer()));
  const events = (await Promise.all(people.map(({ id }) => billing.eventsOf(id)))).flat();
  const times: number[] = [];
  for (const event of events) {
    const from = performance.now();
    expect(await billing.deliver(event)).toBe(200);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  console.log(`webhook: ${times.length} deliveries, median ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  expect(at(0.99)).toBeLessThan(500);
});

test('creates one key and one email when an event arrives fifty times at once at two instances (R1)', async () => {
  await deliverAtOnce(billing, [billing.first, await billing.startApp()], 50);
});

const KILLS = isFull ? 30 : 12;
test('provisions one subscription, key and email per purchase when the app is killed again and again (R3)', async () => {
  test.setTimeout(180_000);
  const interrupted = await killDuringProvisioning(billing, KILLS);
  console.log(`${interrupted} of ${KILLS} kills interrupted a delivery`);
  expect(interrupted).toBeGreaterThan(KILLS / 3);
});
