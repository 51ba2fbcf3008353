import { expect, test } from '../fixtures.ts';
import { settleJobs } from '../support/jobs.ts';
import type { AppProcess, Program } from '../support/stacks/app-process.ts';
import { HttpClient } from '../support/http-client.ts';
import { createDetachedStack, logInAsAdmin, type DetachedStack } from '../support/stacks/detached-stack.ts';
import { PASSWORD, signUp, statusOf } from '../support/people.ts';

const VERIFY = 'Verify your email address';
const MAILS = `name = 'mail.send'`;

let stack: DetachedStack;
let app: AppProcess;
let inbox: Program;
let admin: HttpClient;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stack = await createDetachedStack();
  inbox = await stack.startInbox();
  app = await stack.startApp({ PORT: String(stack.port) });
  await stack.startWorker();
  admin = await logInAsAdmin(stack);
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(stack.output());
});
test.afterAll(async () => stack?.remove());

const subjectsTo = async (address: string) => (await stack.mailbox.list(address)).map(({ subject }) => subject);
const isReady = () => statusOf(new HttpClient(stack.url).send('/readyz'));

test('accepts sign-up and reset while SMTP is down, and sends each email once afterwards (R7)', async () => {
  await inbox.kill();
  const people = await Promise.all(Array.from({ length: 5 }, () => signUp(stack.url)));
  expect(people.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(await statusOf(new HttpClient(stack.url).send('/forgot/email', { json: { email: stack.adminEmail } }))).toBe(
    200,
  );
  // In any state, because the first one may be at its second attempt before the last one has failed.
  const tried = `SELECT 1 FROM pgboss.job WHERE ${MAILS} AND state <> 'completed' AND output IS NOT NULL`;
  await expect.poll(async () => (await stack.query(tried)).length).toBe(6);

  await inbox.restart();
  await settleJobs(stack, MAILS);
  for (const { email } of people) expect(await subjectsTo(email)).toEqual([VERIFY]);
  expect(await subjectsTo(stack.adminEmail)).toEqual(['Reset your password']);

  const said = await stack.query<{ text: string }>(`SELECT t::text AS text FROM pgboss.job t`);
  const places = [stack.output(), ...said.map(({ text }) => text)];
  const signedUp = people.map(({ email }) => ({ email, path: '/verify-email' }));
  for (const { email, path } of [{ email: stack.adminEmail, path: '/reset-password' }, ...signedUp])
    for (const mail of await stack.mailbox.list(email)) {
      const token = new URL(stack.mailbox.linkIn(mail, path)).searchParams.get('token') ?? 'none';
      expect(token.length).toBeGreaterThan(20);
      expect(
        places.filter((text) => text.includes(token)),
        'no SMTP failure reveals what a mail holds (S83)',
      ).toEqual([]);
    }
});

test('answers 503 with Retry-After while PostgreSQL is stopped, serves static pages, and needs no restart (R9)', async () => {
  const pid = app.pid;
  await stack.postgres.stop();
  expect(await statusOf(new HttpClient(stack.url).send('/healthz'))).toBe(200);
  expect(await isReady()).toBe(503);
  const someone = new HttpClient(stack.url);
  const calls: [string, Parameters<HttpClient['send']>[1]?, HttpClient?][] = [
    ['/userstatus', {}, admin],
    ['/admin/api/users', {}, admin],
    ['/admin/api/fuzzy-keys/generate', { json: { description: 'while it is down' } }, admin],
    ['/usagegraph/24h', {}, admin],
    ['/account/api/billing', {}, admin],
    ['/login/email', { json: { email: stack.adminEmail, password: stack.adminPassword } }],
    ['/signup/email', { json: { email: 'nobody@example.com', password: PASSWORD } }],
    ['/forgot/email', { json: { email: 'nobody@example.com' } }],
    ['/verify/email', { json: { email: 'nobody@example.com', token: 'x'.repeat(43) } }],
    ['/api/storage/keys', { headers: { authorization: `Basic ${btoa('host:token')}` } }],
    ['/oauth2/token', { form: { grant_type: 'authorization_code', client_id: 'app', client_secret: 's', code: 'c' } }],
    ['/oauth2/userinfo', { headers: { authorization: 'Bearer nobody' } }],
    ['/buy?small=1', {}, admin],
  ];
  const refusals = await Promise.all(
    calls.map(async ([path, options, client = someone]) => {
      const { status, headers } = await client.send(path, options);
      return [path, status, Number(headers.get('retry-after')) > 0];
    }),
  );
  expect(refusals).toEqual(calls.map(([path]) => [path, 503, true]));
  for (const path of ['/', '/pricing', '/login', '/privacy', '/robots.txt'])
    expect([path, await statusOf(new HttpClient(stack.url).send(path))]).toEqual([path, 200]);
  for (const path of ['/dashboard', '/account', '/admin', '/admin/user/1/usage', '/billing/return', '/login']) {
    const { status, headers, text } = await admin.send(path);
    expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 503, true]);
    expect(text).toContain('not available right now');
  }

  await stack.postgres.start();
  await expect.poll(isReady, { intervals: [20], timeout: 60_000 }).toBe(200);
  expect(await statusOf(admin.send('/userstatus'))).toBe(200);
  expect(app.pid).toBe(pid);
});

test('answers 503 when every connection waits for a locked table, then recovers (R19, R29)', async () => {
  const lock = await stack.lock('sign_in_sessions');
  const calls = Array.from({ length: 30 }, async () => {
    const { status, headers } = await admin.send('/userstatus');
    return [status, Number(headers.get('retry-after')) > 0];
  });
  await lock.isAwaited(10);
  expect(await statusOf(new HttpClient(stack.url).send('/')), 'needs no database').toBe(200);
  expect(await isReady(), 'readiness has its own connection').toBe(200);
  expect(await Promise.all(calls), 'refused while the table is still locked').toEqual(calls.map(() => [503, true]));

  await lock.release();
  expect(await statusOf(admin.send('/userstatus'))).toBe(200);
});

test('shows the other sections of /account while the table of one is locked (R29)', async () => {
  const lock = await stack.lock('usage_tokens');
  const { status, text } = await admin.send('/account');
  expect([status, text.includes('This browser'), text.includes('No usage tokens')]).toEqual([200, true, false]);
  await lock.release();
  expect((await admin.send('/account')).text).toContain('No usage tokens');
});
