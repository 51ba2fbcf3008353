import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { manualClock, SECRET, startReceiver, startTestEmulator, type Received } from '../testing.ts';
import { shuffle } from './delivery.ts';

const { webhooks } = new Stripe('sk_test_standin_unused');
const verify = ({ body, signature }: Received) => webhooks.constructEvent(body, signature, SECRET);

async function startWithReceiver() {
  const receiver = await startReceiver();
  const clock = manualClock();
  const emulator = await startTestEmulator({ webhookUrl: receiver.url, clock });
  return { receiver, clock, emulator };
}

test('delivers every event of a purchase with a valid signature', async () => {
  const { receiver, emulator } = await startWithReceiver();
  await emulator.subscribe();
  await emulator.attempts(8);
  const events = receiver.received.map(verify);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'checkout.session.completed',
    'customer.created',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.updated',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
  ]);
  const api = await emulator.stripe.events.retrieve(events[0]?.id ?? '');
  expect(api).toMatchObject({ livemode: false, api_version: Stripe.API_VERSION });
  expect((await emulator.state()).pending).toEqual([]);
});

test('retries an event after 1 s, 5 s, 30 s, 2 min and 10 min, until it is accepted', async () => {
  const { receiver, clock, emulator } = await startWithReceiver();
  receiver.answers.push(500, 500, 500, 500, 500);
  await emulator.stripe.customers.create({});
  await emulator.attempts(1);
  let tries = 1;
  for (const seconds of [1, 5, 30, 120, 600]) {
    clock.advance(seconds * 1000 - 1);
    expect(receiver.received).toHaveLength(tries);
    clock.advance(1);
    tries += 1;
    await emulator.attempts(tries);
  }
  const { deliveries, pending } = await emulator.state();
  expect(deliveries.map(({ status, attempt }) => [status, attempt])).toEqual([
    [500, 1],
    [500, 2],
    [500, 3],
    [500, 4],
    [500, 5],
    [200, 6],
  ]);
  expect(pending).toEqual([]);
  const signatures = new Set(receiver.received.map(({ signature }) => signature));
  expect(signatures.size).toBe(6);
});

test('sends pending events after a restart', async () => {
  const clock = manualClock();
  const first = await startTestEmulator({ clock });
  await first.control('hold');
  await first.stripe.customers.create({});
  await first.close();
  const receiver = await startReceiver();
  const second = await startTestEmulator({ dir: first.dir, webhookUrl: receiver.url, clock });
  await second.control('release');
  await second.attempts(1);
  expect(receiver.received.map(({ event }) => event.type)).toEqual(['customer.created']);
});

test('sends the next event twice after `duplicate`', async () => {
  const { receiver, emulator } = await startWithReceiver();
  await emulator.control('duplicate', { count: 1 });
  await emulator.stripe.customers.create({});
  await emulator.attempts(2);
  await emulator.stripe.customers.create({});
  await emulator.attempts(3);
  const ids = receiver.received.map(({ event }) => event.id);
  expect(ids[1]).toBe(ids[0]);
  expect(ids).toHaveLength(3);
});

test('drops a delivery after `fail-next`, corrupts one after `corrupt-signature`, and retries correctly', async () => {
  const { receiver, clock, emulator } = await startWithReceiver();
  receiver.answers.push(400);
  await emulator.control('fail-next', { count: 1 });
  await emulator.control('corrupt-signature', { count: 1 });
  await emulator.stripe.customers.create({});
  await emulator.attempts(1);
  expect(receiver.received).toHaveLength(0);
  await emulator.control('corrupt-signature', { count: 1 });
  clock.advance(1000);
  await emulator.attempts(2);
  const [corrupt] = receiver.received;
  expect(() => corrupt && verify(corrupt)).toThrow(/signature/i);
  clock.advance(5000);
  await emulator.attempts(3);
  const [, right] = receiver.received;
  expect(right && verify(right).type).toBe('customer.created');
});

test('retries waiting deliveries immediately after `retry`', async () => {
  const { receiver, clock, emulator } = await startWithReceiver();
  receiver.answers.push(500, 500);
  await emulator.stripe.customers.create({});
  await emulator.attempts(1);
  clock.advance(1000);
  await emulator.attempts(2); // the next attempt would follow five seconds later
  await emulator.control('retry');
  await emulator.attempts(3);
  expect((await emulator.state()).pending).toEqual([]);
});

test('sends an old timestamp after `old-timestamp`, and live mode after `livemode`, until `reset`', async () => {
  const { receiver, emulator } = await startWithReceiver();
  await emulator.control('old-timestamp', { count: 1, seconds: 301 });
  await emulator.control('livemode', { value: true });
  await emulator.stripe.customers.create({});
  await emulator.attempts(1);
  const [old] = receiver.received;
  expect(old?.event.livemode).toBe(true);
  expect(() => old && verify(old)).toThrow(/timestamp/i);
  await emulator.control('reset');
  await emulator.stripe.customers.create({});
  await emulator.attempts(2);
  const [, right] = receiver.received;
  expect(right && verify(right).livemode).toBe(false);
});

test('holds events after `hold`, reverses them after `reorder`, and repeats them after `redeliver`', async () => {
  const { receiver, emulator } = await startWithReceiver();
  await emulator.control('hold');
  const { id } = await emulator.stripe.customers.create({});
  for (const name of ['a', 'b', 'c']) await emulator.stripe.customers.update(id, { name });
  await emulator.control('reorder');
  const { events, pending } = await emulator.state();
  expect(receiver.received).toEqual([]);
  expect(pending.map(({ event }) => event)).toEqual(events.map((event) => event.id).reverse());
  await emulator.control('release');
  await emulator.attempts(4);
  await emulator.control('redeliver', { event: events[0]?.id });
  await emulator.attempts(5);
  await emulator.control('redeliver');
  await emulator.attempts(9);
  expect(receiver.received.filter(({ event }) => event.id === events[0]?.id)).toHaveLength(3);
});

test('sends an endpoint created through the API only its enabled events, signed with its own secret', async () => {
  const { receiver, emulator } = await startWithReceiver();
  const own = await startReceiver();
  const { secret } = await emulator.stripe.webhookEndpoints.create({
    url: own.url,
    enabled_events: ['customer.deleted'],
  });
  const { id } = await emulator.stripe.customers.create({});
  await emulator.stripe.customers.del(id);
  await emulator.attempts(3);
  expect(receiver.received).toHaveLength(2);
  const [only, ...more] = own.received;
  expect(more).toEqual([]);
  expect(only && webhooks.constructEvent(only.body, only.signature, secret ?? '').type).toBe('customer.deleted');
  const abroad = emulator.stripe.webhookEndpoints.create({ url: 'https://example.com/', enabled_events: ['*'] });
  await expect(abroad).rejects.toMatchObject({ statusCode: 400, param: 'url' });
});

test('sends nothing to an endpoint while it is disabled, and drops what it had begun to retry', async () => {
  const { receiver, clock, emulator } = await startWithReceiver();
  const { webhookEndpoints } = emulator.stripe;
  const [endpoint] = (await webhookEndpoints.list()).data;
  receiver.answers.push(500);
  await emulator.stripe.customers.create({});
  await emulator.attempts(1);
  expect(await webhookEndpoints.update(endpoint?.id ?? '', { disabled: true })).toMatchObject({ status: 'disabled' });
  clock.advance(1000);
  await emulator.stripe.customers.create({});
  await expect.poll(async () => (await emulator.state()).pending).toEqual([]);
  await webhookEndpoints.update(endpoint?.id ?? '', { disabled: false });
  await emulator.stripe.customers.create({});
  await emulator.attempts(2);
  expect(receiver.received).toHaveLength(2);
});

test('returns all items in random order', () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const shuffled = shuffle(items);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
  expect(shuffled).not.toEqual(items);
});
