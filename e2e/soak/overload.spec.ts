import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '../fixtures.ts';
import type { HttpClient } from '../support/http-client.ts';
import type { AppProcess } from '../support/stacks/app-process.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';
import { demand, offer, type Outcome } from '../support/stacks/load.ts';

/** Seconds of load before each of the six measurements of the heap. R20 asks for an hour: MEMORY_SECONDS=600. */
const MEMORY_SECONDS = Number(process.env.MEMORY_SECONDS ?? 5);
/** Tolerated growth in bytes per request: 50 MB for the 360,000 requests of an hour at 100 a second. */
const BYTES_PER_REQUEST = 140;
/** Normal difference between heaps after a collection, from compiled code and bounded caches. */
const NOISE_BYTES = 5_000_000;

/** Module that collects the heap on SIGUSR2 and then prints "collected". */
const COLLECTOR = `data:text/javascript,process.on('SIGUSR2', () => { for (let n = 0; n < 3; n++) gc(); console.log('collected'); })`;

let stack: DetachedStack;
let app: AppProcess;
let admin: HttpClient;
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createDetachedStack();
  app = await stack.startApp({ PORT: String(stack.port) }, { nodeArgs: ['--expose-gc', '--import', COLLECTOR] });
  admin = await logInAsAdmin(stack);
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output().slice(-5000));
});
test.afterAll(async () => stack?.remove());

const cookieOf = (client: HttpClient) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
/** Everyday requests of the portal and the console. */
const mix = () => {
  const headers = { cookie: cookieOf(admin) };
  return ['/userstatus', '/dashboard', '/userstatus', '/admin/api/users', '/usagegraph/24h'].map((path) => ({
    path,
    headers,
  }));
};
/** A signed event about an unknown product. */
function stripeEvent(stack: DetachedStack) {
  const settings: Readonly<Record<string, string | undefined>> = stack.settings;
  const object = { id: 'prod_of_nobody', object: 'product' };
  const event = {
    id: 'evt_fifty',
    object: 'event',
    type: 'product.created',
    livemode: false,
    created: 1,
    data: { object },
  };
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const secret = settings.STRIPE_WEBHOOK_SECRET?.split(',')[0] ?? '';
  const signed = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signed}` };
  return { path: '/api/webhooks/stripe', method: 'POST', headers, body };
}
const told = ({ ok, refused, other, goodput }: Outcome) =>
  `${Math.round(goodput)}/s in p50 ${ok.at(0.5)} p99 ${ok.at(0.99)} ms, ` +
  `${refused.count} refused in p50 ${refused.at(0.5)} p99 ${refused.at(0.99)} ms, other ${JSON.stringify(other)}`;

test('answers or refuses each request during an overload, and refuses none afterwards (R17)', async () => {
  const calls = mix();
  const { goodput } = await demand({ url: stack.url, calls, connections: 16, seconds: 3 });
  const over = await offer({ url: stack.url, calls, perSecond: Math.round(8 * goodput), seconds: 4 });
  console.log(`${Math.round(8 * goodput)}/s offered: ${told(over)}`);
  expect([over.other, over.ok.count > 0, over.refused.count > 0]).toEqual([{}, true, true]);
  const after = await demand({ url: stack.url, calls, connections: 4, seconds: 1 });
  expect([after.refused.count, after.other]).toEqual([0, {}]);
});

test('accepts a Stripe event fifty times at once while pages are refused, and stores it once (R1)', async () => {
  const { goodput } = await demand({ url: stack.url, calls: mix(), connections: 16, seconds: 2 });
  const flood = offer({ url: stack.url, calls: mix(), perSecond: Math.round(5 * goodput), seconds: 4 });
  await sleep(1000);
  const { path, ...event } = stripeEvent(stack);
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(stack.url + path, event)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await flood).refused.count).toBeGreaterThan(0);
  expect(await stack.query('SELECT id FROM stripe_events')).toHaveLength(1);
});

test('keeps serving other pages when more logins arrive than can be hashed (S8, R17)', async () => {
  const login = {
    path: '/login/email',
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(admin) },
    body: JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword }),
  };
  const page = { path: '/login', headers: {} };
  const peak = await demand({ url: stack.url, calls: [login], connections: 8, seconds: 3 });
  const [logins, pages] = await Promise.all([
    offer({ url: stack.url, calls: [login], perSecond: Math.round(5 * peak.goodput), seconds: 4 }),
    offer({ url: stack.url, calls: [page], perSecond: 20, seconds: 4 }),
  ]);
  console.log(`logins: ${told(peak)}\nflood: ${told(logins)}\npages during the flood: ${told(pages)}`);
  expect([pages.ok.count > 40, logins.ok.count > 0, pages.other]).toEqual([true, true, {}]);
  // The rate limit refuses more than ten logins at once from one browser, even with the right password.
  expect(Object.keys(logins.other).filter((status) => status !== '429')).toEqual([]);
});

test('keeps memory flat under mixed load (R20)', async () => {
  test.setTimeout(150_000 + 4000 * MEMORY_SECONDS);
  const calls = [...mix(), { path: '/nowhere' }, { path: '/', headers: { 'accept-encoding': 'br' } }];
  const heaps: number[] = [];
  let requests = 0;
  for (let look = 0; look < 6; look++) {
    const load = await demand({ url: stack.url, calls, connections: 8, seconds: MEMORY_SECONDS });
    requests = load.ok.count + (load.other[404] ?? 0);
    heaps.push(await heapAfterCollection());
  }
  heaps.shift(); // the first round also fills caches
  const growth = Math.min(...heaps.slice(-2)) - Math.min(...heaps.slice(0, -2)); // one look alone varies by 6 MB
  const bound = NOISE_BYTES + BYTES_PER_REQUEST * requests;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `heap after ${requests} requests each: ${heaps.map(megabytes).join(', ')} MB; bound ${megabytes(bound)} MB`,
  );
  expect(growth).toBeLessThan(bound);
});

/** Used heap and external memory after a collection, in bytes. */
async function heapAfterCollection(): Promise<number> {
  const collections = () => app.output().split('collected').length;
  const before = collections();
  app.send('SIGUSR2');
  await expect.poll(collections, { intervals: [10] }).toBeGreaterThan(before);
  const metrics = await (await fetch(app.metricsUrl)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return value('nodejs_heap_size_used_bytes') + value('nodejs_external_memory_bytes');
}
