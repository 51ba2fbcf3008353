import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { HttpClient } from './support/http-client.ts';
import { endQuietMinute } from './support/key-map.ts';
import type { Mailbox } from './support/mailbox.ts';
import { stack } from './support/stacks/stack.ts';
import type { StripeControl } from './support/stacks/stripe-control.ts';
import { sayWhoBuys } from './support/who-buys.ts';

type Status = {
  has_subscription: boolean;
  is_manual: boolean;
  plan: { product: string | null; quantity: number; status: string | null; key: string | null };
};
const PASSWORD = 'Correct-Horse-7-Battery';

/** Signs up, verifies the email address and logs in, over HTTP only. */
async function newSubscriber(mailbox: Mailbox): Promise<{ client: HttpClient; email: string }> {
  const client = new HttpClient(stack.baseUrl);
  const email = `http-${randomUUID()}@example.com`;
  expect((await client.send('/signup/email', { json: { email, password: PASSWORD } })).status).toBe(200);
  const early = await client.send('/login/email', { json: { email, password: PASSWORD } });
  expect([early.status, early.json()]).toMatchObject([
    403,
    { code: 'email_not_verified', error: 'Please verify your email address before logging in.' },
  ]);
  const link = new URL(mailbox.linkIn(await mailbox.receive(email, 'Verify your email address'), '/verify-email'));
  for (const method of ['HEAD', 'GET']) {
    const seen = await client.send(link.pathname + link.search, { method });
    expect(seen.status, `a scanner's ${method} does not use up the link (S18)`).toBe(200);
  }
  const token = link.searchParams.get('token');
  expect((await client.send('/verify/email', { json: { email, token } })).status).toBe(200);
  expect((await client.send('/verify/email', { json: { email, token } })).status).toBe(422);
  expect((await client.send('/login/email', { json: { email, password: PASSWORD } })).json()).toEqual({ status: 'ok' });
  return { client, email };
}

async function checkout(client: HttpClient, stripe: StripeControl, flags: string): Promise<string> {
  await sayWhoBuys(client);
  const answer = await client.send(`/buy${flags}`);
  expect(answer.status).toBe(303);
  const session = (await stripe.state()).sessions.find(({ url }) => url === answer.headers.get('location'));
  if (!session) throw new Error('checkout session not found at the emulator');
  return session.id;
}

const statusOf = async (client: HttpClient) => (await client.send('/userstatus')).json() as Status;
const untilSubscribed = (client: HttpClient, product: string) =>
  expect
    .poll(async () => (await statusOf(client)).plan)
    .toMatchObject({ product, status: 'active', key: expect.stringMatching(/^[a-z0-9]{52}$/) });

test('completes the journey over HTTP: sign up, verify, log in, buy, find the key at a storage host, log out', async ({
  mailbox,
  stripe,
  storageServer,
}) => {
  const { client } = await newSubscriber(mailbox);
  expect(await statusOf(client)).toMatchObject({
    has_subscription: false,
    is_manual: false,
    plan: {
      product: null,
      quantity: 0,
      status: null,
      key: null,
      ends_at: null,
      key_is_off: false,
      forbidden_flags: [],
    },
  });

  const session = await checkout(client, stripe, '?small=1');
  expect(await checkout(client, stripe, '?small=1'), 'a repeated /buy reuses the open session').toBe(session);
  await stripe.send('pay', { session });
  await untilSubscribed(client, 'Premium access (small)');

  const { plan } = await statusOf(client);
  await endQuietMinute();
  const map = await client.send('/api/storage/keys', { headers: { authorization: storageServer.authorization } });
  const entries = map.json() as {
    pubkey: string;
    privkey: string;
    extensions: { ratelimit?: { rate: number; burst: number } };
  }[];
  const entry = entries.find(({ pubkey }) => pubkey === plan.key);
  expect(entry?.privkey).toMatch(/^[ybndrfg8ejkmcpqxot1uwisza345h769]{51}y$/);
  expect(entry?.extensions.ratelimit?.rate).toBeCloseTo(60_000 / 86_400, 4);
  const again = await client.send('/api/storage/keys', {
    headers: { authorization: storageServer.authorization, 'if-none-match': map.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);

  const cookies = new Map(client.cookies);
  expect((await client.send('/logout')).json()).toEqual({ status: 'ok' });
  for (const [name, value] of cookies) client.cookies.set(name, value);
  expect((await client.send('/userstatus')).status, 'the old cookie is rejected (S23)').toBe(401);
});

test('creates one active subscription when webhooks are duplicated, reordered or wrongly signed (R1, R2, S59)', async ({
  mailbox,
  stripe,
}) => {
  const { client } = await newSubscriber(mailbox);
  await stripe.send('hold');
  await stripe.send('pay', { session: await checkout(client, stripe, '') });
  expect((await statusOf(client)).has_subscription, 'no event has been delivered').toBe(false);
  await stripe.send('duplicate', { count: 5 });
  await stripe.send('corrupt-signature', { count: 2 });
  await stripe.send('reorder');
  await stripe.send('release');
  await untilSubscribed(client, 'Premium access');

  const { subscriptions, customers } = await stripe.state();
  const customer = subscriptions.at(-1)?.customer;
  expect(customers.some(({ id }) => id === customer)).toBe(true);
  const { plan } = await statusOf(client);
  await stripe.send('redeliver');
  await expect.poll(async () => (await statusOf(client)).plan).toEqual(plan);
});

test('returns 400 for a webhook signature that is wrong, empty, too old or from the future (S59)', async () => {
  const client = new HttpClient(stack.baseUrl);
  const body = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    livemode: false,
    created: 1,
    data: { object: {} },
  };
  const sign = (seconds: number, key: string) => {
    const time = Math.floor(Date.now() / 1000) + seconds;
    return `t=${time},v1=${createHmac('sha256', key)
      .update(`${time}.${JSON.stringify(body)}`)
      .digest('hex')}`;
  };
  const deliver = async (signature: string) =>
    (await client.send('/api/webhooks/stripe', { json: body, headers: { 'stripe-signature': signature } })).status;
  expect(await deliver(sign(0, 'whsec_wrong'))).toBe(400);
  expect(await deliver(sign(-310, stack.webhookSecret))).toBe(400);
  expect(await deliver(sign(86_400, stack.webhookSecret))).toBe(400);
  expect(await deliver('')).toBe(400);
  expect(await deliver(sign(-290, stack.webhookSecret))).toBe(200);
});
