import { expect, test } from '../fixtures.ts';
import { findViolations } from '../support/invariants.ts';
import { allAreDone, settleJobs } from '../support/jobs.ts';
import { findLosses, findUnserved } from '../support/losses.ts';
import { repeatedly } from '../support/people.ts';
import type { AppProcess, Program } from '../support/stacks/app-process.ts';
import { startBalancer, type Balancer } from '../support/stacks/balancer.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';
import { createMixedWork } from '../support/stacks/mixed-work.ts';
import type { StripeControl } from '../support/stacks/stripe-control.ts';

const KILLS = 20;
/** Jobs that are due or wait for a retry, except pg-boss's own. */
const DUE = `(state = 'retry' OR start_after <= now()) AND name NOT LIKE '\\_\\_%'`;

let stack: DetachedStack;
let balancer: Balancer;
let stripe: StripeControl;
let apps: AppProcess[];
let worker: Program;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createDetachedStack();
  balancer = await startBalancer(stack.port);
  await stack.startInbox();
  stripe = await stack.startStripe();
  apps = [await stack.startApp(), await stack.startApp()];
  for (const { url } of apps) await balancer.add(url);
  worker = await stack.startWorker();
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output());
});
test.afterAll(async () => {
  await balancer?.stop();
  await stack?.remove();
});

test(`leaves nothing half done and loses no acknowledged write in ${KILLS} kills under load (R3, R10)`, async () => {
  test.setTimeout(300_000);
  const work = await createMixedWork(stack, await logInAsAdmin(stack), stripe, balancer.isOpen);
  const from = Date.now();
  const loops = [
    repeatedly(2, work.signUpAndBuy),
    repeatedly(2, work.administrate),
    repeatedly(1, work.logInAndForget),
    repeatedly(1, work.report),
  ];
  const isBack = new Map<AppProcess, Promise<void>>();
  for (let kill = 0; kill < KILLS; kill++) {
    const app = apps[kill % apps.length];
    if (!app) throw new Error('no app');
    await isBack.get(app);
    await expect.poll(() => balancer.isReady(app.url), { intervals: [5], timeout: 20_000 }).toBe(true);
    // Kills the app during a request: one of the first after its start, or a later one.
    const next = balancer.forwarded(app.url) + 1 + ((kill * 7) % 47);
    await expect
      .poll(() => balancer.forwarded(app.url), { intervals: [1], timeout: 20_000 })
      .toBeGreaterThanOrEqual(next);
    await app.kill();
    isBack.set(app, app.restart());
    if (kill % 4 === 3) {
      await worker.kill();
      await worker.restart();
    }
  }
  await Promise.all(isBack.values());
  await Promise.all(loops.map((stop) => stop()));
  const { promised } = work;
  const cut = balancer.cut();
  console.log(
    `${KILLS} kills in ${Math.round((Date.now() - from) / 1000)} s cut ${cut} requests short; acknowledged: ` +
      `${promised.users.size} users, ${promised.keys.size} keys, ${promised.clients.size} clients, ` +
      `${promised.payments.size} payments, ${promised.checked} requests counted`,
  );
  expect(cut, 'kills that interrupted a request').toBeGreaterThan(KILLS / 2);
  expect(
    Math.min(promised.users.size, promised.keys.size, promised.clients.size, promised.payments.size),
  ).toBeGreaterThan(0);

  await test.step('finishes the interrupted work', async () => {
    await settleJobs(stack, DUE);
    await stripe.send('retry'); // every delivery so far may have hit a dead app, and the next one may be minutes away
    await expect
      .poll(() => findUnserved(stack, promised), { message: 'everyone who paid has a working key', timeout: 40_000 })
      .toEqual([]);
    await allAreDone(stack, DUE, 20_000);
  });

  expect(await findLosses(stack, promised)).toEqual([]);
  expect(await findViolations(stack.query)).toEqual([]);
});
