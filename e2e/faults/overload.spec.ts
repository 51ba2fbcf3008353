import { expect, test } from '@playwright/test';
import type { AppProcess } from '../support/app-process.ts';
import type { HttpClient } from '../support/http-client.ts';
import { demand, offer, type Outcome } from '../support/load.ts';
import { createLooseStack, logInAsAdmin, type LooseStack } from '../support/loose-stack.ts';

/** Seconds of load between two looks at the memory: MEMORY_SECONDS=720 makes it R20's hour. */
const MEMORY_SECONDS = Number(process.env.MEMORY_SECONDS ?? 5);
/** Growth that counts as none, in bytes a request: an hour at 100 a second is 360,000 of them, and 50 MB. */
const BYTES_PER_REQUEST = 140;
/** What a heap that was just collected differs by from look to look: compiled code, caches with a limit. */
const NOISE_BYTES = 3_000_000;

/** Tells the heap to be collected, and when that is done. */
const COLLECTOR = `data:text/javascript,process.on('SIGUSR2', () => { for (let n = 0; n < 3; n++) gc(); console.log('collected'); })`;

let stack: LooseStack;
let app: AppProcess;
let admin: HttpClient;
test.describe.configure({ mode: 'default', timeout: 240_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createLooseStack();
  app = await stack.startApp({ PORT: String(stack.port) }, ['--expose-gc', '--import', COLLECTOR]);
  admin = await logInAsAdmin(stack);
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output().slice(-5000));
});
test.afterAll(async () => stack?.remove());

const cookieOf = (client: HttpClient) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
/** What the portal and the console ask all day. */
const mix = () => {
  const headers = { cookie: cookieOf(admin) };
  return ['/userstatus', '/dashboard', '/userstatus', '/admin/api/users', '/usagegraph/24h'].map((path) => ({
    path,
    headers,
  }));
};
const told = ({ ok, refused, other, goodput }: Outcome) =>
  `${Math.round(goodput)}/s in p50 ${ok.at(0.5)} p99 ${ok.at(0.99)} ms, ` +
  `${refused.count} refused in p50 ${refused.at(0.5)} p99 ${refused.at(0.99)} ms, other ${JSON.stringify(other)}`;

test('R17 five times what it can carry: 80 % of the goodput stays, and refusals are fast', async () => {
  const calls = mix();
  await demand({ url: stack.url, calls, connections: 16, seconds: 3 }); // compiled, connections open
  await expect(async () => {
    const peak = await demand({ url: stack.url, calls, connections: 32, seconds: 4 });
    const perSecond = Math.round(5 * peak.goodput);
    const over = await offer({ url: stack.url, calls, perSecond, seconds: 5 });
    console.log(`peak: ${told(peak)}\n${perSecond}/s offered: ${told(over)}`);
    expect([peak.other, over.other]).toEqual([{}, {}]);
    expect(over.goodput / peak.goodput).toBeGreaterThan(0.8);
    expect(over.refused.count, 'the rest').toBeGreaterThan(perSecond);
    expect(over.refused.at(0.95)).toBeLessThan(500);
    expect(over.ok.at(0.95)).toBeLessThan(2000);
  }).toPass({ timeout: 120_000 }); // other tests have the machine, too
  const after = await demand({ url: stack.url, calls, connections: 4, seconds: 1 });
  expect([after.refused.count, after.other], 'nothing is refused once it is over').toEqual([0, {}]);
});

test('R17 S8 a flood of logins, five times what can be hashed, leaves other pages quick', async () => {
  const login = {
    path: '/login/email',
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookieOf(admin) },
    body: JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword }),
  };
  const page = { path: '/usagegraph/24h', headers: { cookie: cookieOf(await logInAsAdmin(stack)) } };
  await expect(async () => {
    const peak = await demand({ url: stack.url, calls: [login], connections: 8, seconds: 3 });
    const flood = { url: stack.url, calls: [login], perSecond: Math.round(5 * peak.goodput), seconds: 4 };
    const [logins, pages] = await Promise.all([
      offer(flood),
      offer({ url: stack.url, calls: [page], perSecond: 20, seconds: 4 }),
    ]);
    console.log(`logins: ${told(peak)}\nflood: ${told(logins)}\npages meanwhile: ${told(pages)}`);
    expect(logins.goodput / peak.goodput).toBeGreaterThan(0.8);
    expect(pages.ok.count).toBe(80);
    expect(pages.ok.at(0.95)).toBeLessThan(250);
  }).toPass({ timeout: 120_000 });
});

test('R20 memory stays flat under mixed load', async () => {
  test.setTimeout(150_000 + 4000 * MEMORY_SECONDS);
  const calls = [...mix(), { path: '/nowhere' }, { path: '/', headers: { 'accept-encoding': 'br' } }];
  const heaps: number[] = [];
  let requests = 0;
  for (let look = 0; look < 5; look++) {
    const load = await demand({ url: stack.url, calls, connections: 8, seconds: MEMORY_SECONDS });
    requests = load.ok.count + (load.other[404] ?? 0);
    heaps.push(await heapAfterCollection());
  }
  heaps.shift(); // all was asked for the first time
  const growth = (heaps.at(-1) ?? 0) - Math.min(...heaps.slice(0, -1));
  const bound = NOISE_BYTES + BYTES_PER_REQUEST * requests;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `heap after ${requests} requests each: ${heaps.map(megabytes).join(', ')} MB; bound ${megabytes(bound)} MB`,
  );
  expect(requests).toBeGreaterThan(200);
  expect(growth).toBeLessThan(bound);
});

/** Bytes that live in the heap and beside it. */
async function heapAfterCollection(): Promise<number> {
  const collections = () => app.output().split('collected').length;
  const before = collections();
  app.send('SIGUSR2');
  await expect.poll(collections, { intervals: [10] }).toBeGreaterThan(before);
  const metrics = await (await fetch(app.metricsUrl)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return value('nodejs_heap_size_used_bytes') + value('nodejs_external_memory_bytes');
}
