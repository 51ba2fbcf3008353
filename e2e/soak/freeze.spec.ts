import { expect, test } from '../fixtures.ts';
import type { AppProcess, Program } from '../support/stacks/app-process.ts';
import { findViolations } from '../support/invariants.ts';
import { HttpClient } from '../support/http-client.ts';
import { allAreDone, settleJobs } from '../support/jobs.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';
import { PASSWORD, signUp, statusOf } from '../support/people.ts';

/** The time within which every request must be answered. */
const ANSWER_MS = 5000;
const RECOVERY_MS = 10_000;
const TAKEOVER_MS = 30_000;
const MAILS = `name = 'mail.send'`;

let stack: DetachedStack;
let app: AppProcess;
let inbox: Program;
let worker: Program;
let admin: HttpClient;
test.describe.configure({ mode: 'default', timeout: 120_000 });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  stack = await createDetachedStack();
  inbox = await stack.startInbox();
  app = await stack.startApp({ PORT: String(stack.port) });
  worker = await stack.startWorker();
  admin = await logInAsAdmin(stack);
});
test.afterEach(({}, { status, expectedStatus }) => {
  stack?.postgres.thaw();
  if (status !== expectedStatus) console.log(stack.output().slice(-5000));
});
test.afterAll(async () => stack?.remove());

type Call = [path: string, options?: Parameters<HttpClient['send']>[1], client?: HttpClient];
const calls = (): Call[] => [
  ['/readyz'],
  ['/userstatus', {}, admin],
  ['/admin/api/users', {}, admin],
  ['/admin/api/fuzzy-keys/generate', { json: { description: 'while it is frozen' } }, admin],
  ['/usagegraph/24h', {}, admin],
  ['/login/email', { json: { email: stack.adminEmail, password: stack.adminPassword } }],
  ['/signup/email', { json: { email: 'frozen@example.com', password: PASSWORD } }],
  ['/forgot/email', { json: { email: 'frozen@example.com' } }],
  ['/api/storage/keys', { headers: { authorization: `Basic ${btoa('host:token')}` } }],
  ['/oauth2/token', { form: { grant_type: 'authorization_code', client_id: 'app', client_secret: 's', code: 'c' } }],
  ['/buy?small=1', {}, admin],
  ['/dashboard', {}, admin],
  ['/account', {}, admin],
  ['/admin', {}, admin],
  ['/admin/user/1/usage', {}, admin],
];

async function timed([path, options, client = new HttpClient(stack.url)]: Call) {
  const from = performance.now();
  const { status } = await client.send(path, options);
  return { path, status, ms: performance.now() - from };
}

test('answers 503 within 5 s while PostgreSQL is frozen, serves static pages, and recovers once it is thawed (R9)', async () => {
  const pid = app.pid;
  await Promise.all(Array.from({ length: 20 }, () => admin.send('/userstatus'))); // opens connections before the freeze
  stack.postgres.freeze();
  for (const round of [1, 2]) {
    const answers = await Promise.all(calls().map(timed));
    expect(answers.map(({ path, status }) => [path, status])).toEqual(calls().map(([path]) => [path, 503]));
    expect(answers.filter(({ ms }) => ms > ANSWER_MS)).toEqual([]);
    console.log(
      `round ${round}: ${answers.length} answers within ${Math.max(...answers.map(({ ms }) => ms)).toFixed()} ms`,
    );
  }
  expect(await statusOf(new HttpClient(stack.url).send('/healthz'))).toBe(200);
  for (const path of ['/', '/pricing', '/privacy']) expect((await timed([path])).status).toBe(200);

  stack.postgres.thaw();
  const ready = () => statusOf(new HttpClient(stack.url).send('/readyz'));
  await expect.poll(ready, { intervals: [50], timeout: RECOVERY_MS }).toBe(200);
  const after = await Promise.all(Array.from({ length: 40 }, () => admin.send('/userstatus')));
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  const own = after.map(({ json }) => (json() as { email: string }).email);
  expect(new Set(own), 'no request gets the answer to another').toEqual(new Set([stack.adminEmail]));
  expect(app.pid).toBe(pid);
});

test('creates exactly one user per sign-up that is retried while PostgreSQL freezes and thaws (R9)', async () => {
  const people: string[] = [];
  let isOver = false;
  const visitor = async () => {
    while (!isOver) {
      const { email, status, client } = await signUp(stack.url);
      people.push(email);
      for (let answer = status; answer !== 200;)
        answer = await statusOf(client.send('/signup/email', { json: { email, password: PASSWORD } }));
    }
  };
  const visitors = Promise.all([visitor(), visitor(), visitor()]);
  for (const _ of [1, 2]) {
    const before = people.length;
    await expect.poll(() => people.length, { timeout: 30_000 }).toBeGreaterThan(before);
    stack.postgres.freeze();
    await new Promise((resolve) => setTimeout(resolve, 4000)); // longer than the statement timeout
    stack.postgres.thaw();
  }
  isOver = true;
  await visitors;
  const rows = await stack.query<{ email: string }>(`SELECT email FROM users WHERE email LIKE 'person-%'`);
  expect(rows.map(({ email }) => email).sort()).toEqual(people.sort());
  await settleJobs(stack, MAILS);
  expect(await findViolations(stack.query)).toEqual([]);
});

test('answers 503 while a table is locked, and 200 afterwards (R29)', async () => {
  const lock = await stack.lock('users');
  const answers = await Promise.all(
    (
      [
        ['/userstatus', {}, admin],
        ['/dashboard', {}, admin],
        ['/login/email', { json: { email: stack.adminEmail, password: stack.adminPassword } }],
      ] satisfies Call[]
    ).map(timed),
  );
  await lock.release();
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(answers.filter(({ ms }) => ms > ANSWER_MS)).toEqual([]);
  expect((await timed(['/userstatus', {}, admin])).status).toBe(200);
});

test('finishes the job of a killed worker once, in another worker within 30 s (R29)', async () => {
  await allAreDone(stack, MAILS, 60_000);
  inbox.send('SIGSTOP'); // accepts connections but never answers, so sending an email hangs
  const { email, status } = await signUp(stack.url);
  expect(status).toBe(200);
  const held = `SELECT id, retry_count FROM pgboss.job WHERE ${MAILS} AND state = 'active'`;
  await expect.poll(async () => (await stack.query(held)).length, { timeout: 20_000 }).toBe(1);
  await stack.startWorker();
  await worker.kill();
  const from = Date.now();
  inbox.send('SIGCONT');
  await allAreDone(stack, MAILS, TAKEOVER_MS);
  console.log(`job taken over and finished ${Date.now() - from} ms after the first worker was killed`);
  const mails = await stack.mailbox.list(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Verify your email address']);
});

test('logs a lost connection with its code and request id, and without its secrets (S83)', async () => {
  await Promise.all(Array.from({ length: 5 }, () => admin.send('/userstatus')));
  await stack.postgres.kill();
  // A backend may answer once more before it notices that its postmaster is gone.
  await expect.poll(() => statusOf(admin.send('/userstatus'))).toBe(503);
  await stack.postgres.start();
  await expect.poll(() => stack.output()).toContain('idle database connection lost');
  const password = new URL(stack.databaseUrl).password;
  for (const secret of [password, 'connectionParameters', '_events', 'secretKey'])
    expect(stack.output()).not.toContain(secret);
  expect(stack.output()).toMatch(/"code":"[^"]+","requestId":"[0-9a-f-]{36}"/);
});
