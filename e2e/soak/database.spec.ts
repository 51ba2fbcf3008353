import { expect, test } from '../fixtures.ts';
import type { HttpClient } from '../support/http-client.ts';
import { findViolations } from '../support/invariants.ts';
import { settleJobs } from '../support/jobs.ts';
import { repeatedly, signUp, statusOf } from '../support/people.ts';
import type { AppProcess } from '../support/stacks/app-process.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';

const RECOVERY_MS = 10_000;
const MAILS = `name = 'mail.send'`;
/** How many emails the worker sends at the same time. */
const MAILS_AT_ONCE = 2;

let stack: DetachedStack;
let app: AppProcess;
let admin: HttpClient;
test.describe.configure({ mode: 'default', timeout: 90_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createDetachedStack();
  await stack.startInbox();
  app = await stack.startApp({ PORT: String(stack.port) });
  await stack.startWorker();
  admin = await logInAsAdmin(stack);
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output());
});
test.afterAll(async () => stack?.remove());

test('loses no acknowledged write when PostgreSQL is killed under load, and recovers within 10 s (R8)', async () => {
  const [pid, acknowledged, refused] = [app.pid, new Set<string>(), new Map<number, number>()];
  const stop = repeatedly(4, async () => {
    const { email, status } = await signUp(stack.url);
    if (status === 200) acknowledged.add(email);
    else refused.set(status, (refused.get(status) ?? 0) + 1);
  });
  for (const kill of [1, 2]) {
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size - before, { intervals: [5], timeout: 20_000 }).toBeGreaterThan(15);
    await stack.postgres.kill();
    await stack.postgres.start();
    const from = Date.now();
    const count = acknowledged.size;
    await expect.poll(() => acknowledged.size, { intervals: [5], timeout: RECOVERY_MS }).toBeGreaterThan(count);
    console.log(`kill ${kill}: the next sign-up was acknowledged ${Date.now() - from} ms after PostgreSQL was back`);
  }
  await stop();
  expect(app.pid, 'the app was not restarted').toBe(pid);
  expect([...refused.keys()].filter((status) => status !== 503)).toEqual([]);

  await settleJobs(stack, MAILS);
  const rows = await stack.query<{ email: string }>('SELECT email FROM users');
  const kept = new Set(rows.map(({ email }) => email));
  expect([...acknowledged].filter((email) => !kept.has(email))).toEqual([]);
  let twice = 0;
  for (const email of acknowledged) {
    const links = (await stack.mailbox.list(email)).map(({ text }) => text);
    expect(new Set(links).size, `links to ${email}`).toBe(1);
    twice += links.length - 1;
  }
  // An email that was being sent when the database was killed is sent again, so it may arrive twice.
  expect(twice).toBeLessThanOrEqual(2 * MAILS_AT_ONCE);
  expect(await findViolations(stack.query)).toEqual([]);
  console.log(`${acknowledged.size} acknowledged, all there, ${twice} mails sent twice; refused: ${format(refused)}`);
});

test('answers 503 after 1.5 to 5 s when every connection waits for a locked table (R19, R29)', async () => {
  const lock = await stack.lock('sign_in_sessions');
  const calls = Array.from({ length: 30 }, async () => {
    const from = performance.now();
    expect(await statusOf(admin.send('/userstatus'))).toBe(503);
    return performance.now() - from;
  });
  const times = await Promise.all(calls);
  await lock.release();
  console.log(`30 refused after ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`);
  expect(Math.min(...times)).toBeGreaterThan(1500);
  expect(Math.max(...times)).toBeLessThan(5000);
  expect(await statusOf(admin.send('/userstatus'))).toBe(200);
});

const format = (counts: Map<number, number>) => [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
