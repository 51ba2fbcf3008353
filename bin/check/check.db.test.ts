/** `npm run check` as a program, against real servers with one fault each. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { setUpStripe } from '#lib/billing/stripe/setup.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { writeHeartbeat } from '#lib/operation/heartbeat.ts';
import { release, runsFrom } from '#lib/base/settings/release.ts';
import { onCluster } from '#lib/testing/cluster.ts';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import '#lib/testing/database.ts';
import { programEnvironment, TEST_SETTINGS } from '#lib/testing/environment.ts';
import { compareClock } from './run-checks.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../check.ts');
const ELSEWHERE = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

/** What the site's process answers. */
const answers: Record<string, { status: number; body: string }> = {};
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

async function listenHttp(host: string): Promise<number> {
  const server: Server = createServer((req, res) => {
    const { status, body } = answers[req.url ?? ''] ?? { status: 404, body: '' };
    res.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function listenSmtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ logger: false, ...options });
  server.on('error', () => {}); // clients that leave after an error
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

const emulator = await startPausedEmulator();
closers.push(() => emulator.close());
const received: string[] = [];
let settings: Record<string, string> = {};

beforeAll(async () => {
  const port = await listenHttp('127.0.0.1');
  const smtp = await listenSmtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'app' && password === 'right' ? done(null, { user: 'app' }) : done(new Error('Invalid credentials')),
    onRcptTo: ({ address }, _session, done) => {
      received.push(address);
      done();
    },
  });
  const kids = SIGNING_ALGORITHMS.map((alg) => ({ alg, kid: randomUUID() }));
  for (const { alg, kid } of kids)
    await db().signingKey.create({
      data: { kid, alg, publicJwk: {}, privateSealed: Buffer.from('x'), state: 'active' },
    });
  answers['/readyz'] = { status: 200, body: 'ready' };
  answers['/oauth2/jwks'] = { status: 200, body: JSON.stringify({ keys: kids.map(({ kid }) => ({ kid })) }) };
  answers['/metrics'] = { status: 200, body: '' };
  settings = {
    ...TEST_SETTINGS,
    DATABASE_URL: env().DATABASE_URL,
    PORT: String(port),
    METRICS_PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: `smtp://app:right@127.0.0.1:${smtp}`,
    STRIPE_SECRET_KEY: emulator.key,
    STRIPE_API_BASE: emulator.base,
  };
  await setUpStripe(emulator.stripe, settings.APP_URL ?? '');
  await writeHeartbeat(db(), randomUUID());
});

type Found = Record<string, string>;

/** Runs the program. Returns its exit code and each line by its name. */
async function check(changes: Record<string, string> = {}, ...args: string[]): Promise<{ code: number; lines: Found }> {
  runsFrom(path.resolve(import.meta.dirname, '../..')); // a build beside the tests writes another commit
  const { version, commit } = release();
  await db().$executeRaw`UPDATE worker_processes SET version = ${version}, commit = ${commit} WHERE version <> '0.0.1'`;
  const {
    exitCode = -1,
    stdout,
    stderr,
  } = await execa(process.execPath, [PROGRAM, ...args], {
    env: { ...programEnvironment(), ...settings, ...changes },
    extendEnv: false,
    reject: false,
  });
  expect(stderr).not.toMatch(/^ {4}at /m);
  const lines = stdout
    .split('\n')
    .map((line) => /^(ok|FAIL|skip) {2,4}(.{15})(.+)$/.exec(line) ?? [line, '?', '?', line]);
  return {
    code: exitCode,
    lines: Object.fromEntries(lines.map(([, result, name = '', text]) => [name.trim(), `${result} ${text}`])),
  };
}

/** The lines that failed. */
const failures = ({ lines }: { lines: Found }) =>
  Object.fromEntries(Object.entries(lines).filter(([, text]) => text.startsWith('FAIL')));

test('prints a line for each check, and exits with 0 when all is well', async () => {
  const { code, lines } = await check();
  expect(failures({ lines })).toEqual({});
  expect(Object.keys(lines)).toEqual([
    ...[
      'settings',
      'database',
      'role',
      'migrations',
      'mail',
      'stripe key',
      'products',
      'webhook',
      'clock',
      'site',
      'ports',
    ],
    ...['refusals', 'worker', 'jobs', 'deliveries', 'backup', 'storage hosts'],
  ]);
  expect(code).toBe(0);
});

test('names every missing setting in one line, and looks no further', async () => {
  const { code, lines } = await check({ NODE_ENV: 'production', APP_MODE: 'production', SMTP_URL: '', MAIL_FROM: '' });
  expect(Object.keys(lines)).toEqual(['settings']);
  expect(lines.settings).toMatch(/^FAIL Invalid environment:.*SMTP_URL: is missing.*MAIL_FROM: is missing/);
  expect(code).toBe(1);
});

test('says that the database does not answer, and skips what needs it', async () => {
  const { code, lines } = await check({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
  expect(lines.database).toMatch(/^FAIL .*ECONNREFUSED/);
  for (const name of ['role', 'migrations', 'site', 'worker', 'jobs', 'backup', 'storage hosts'])
    expect([name, lines[name]]).toEqual([name, 'skip needs the database']);
  expect([code, lines.mail]).toEqual([1, expect.stringMatching(/^ok/)]);
});

test('finds a role without rights, and migrations that were not applied', async () => {
  const role = `weak_${randomUUID().slice(0, 8)}`;
  await onCluster(`CREATE ROLE ${role} LOGIN PASSWORD 'weak'`);
  const url = new URL(env().DATABASE_URL);
  Object.assign(url, { username: role, password: 'weak' });
  try {
    const { lines } = await check({ DATABASE_URL: url.href });
    expect(lines.role).toMatch(/^FAIL .* has no rights on \d+ tables .*npm run migrate/);
    expect(lines.migrations).toMatch(/^FAIL the table of migrations cannot be read\. Run `npm run migrate`/);
  } finally {
    await onCluster(`DROP ROLE ${role}`);
  }
  const [last] = await db().$queryRaw<{ id: string; at: Date }[]>`
    SELECT id, finished_at AS at FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1`;
  const client = new pg.Client(env().DATABASE_URL);
  await client.connect();
  await client.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE id = $1', [last?.id]);
  expect((await check()).lines.migrations).toMatch(
    /^FAIL the schema is older than this release\. Run `npm run migrate`/,
  );
  await client.query('UPDATE _prisma_migrations SET finished_at = $2 WHERE id = $1', [last?.id, last?.at]);
  await client.end();
});

test('finds a wrong SMTP server, a wrong password and, in production, a server without STARTTLS', async () => {
  const smtp = settings.SMTP_URL ?? '';
  expect((await check({ SMTP_URL: 'smtp://127.0.0.1:1' })).lines.mail).toMatch(
    /^FAIL 127.0.0.1:1: .*ECONNREFUSED.*host and port/,
  );
  const wrong = await check({ SMTP_URL: smtp.replace('right', 'wrong') });
  expect(wrong.lines.mail).toMatch(/^FAIL .*Invalid login.*Compare user and password in SMTP_URL/);
  expect(wrong.code).toBe(1);
  const production = {
    ...PRODUCTION_SITE,
    ...{ NODE_ENV: 'production', APP_MODE: 'production', APP_URL: 'https://127.0.0.1:1', ALLOW_TEST_PURCHASES: '0' },
    ...{
      STRIPE_API_BASE: '',
      STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${randomUUID()}`,
    },
    DATABASE_URL: 'postgresql://premium_app:aeXoo4ohnie3@127.0.0.1:1/none',
    SMTP_URL: smtp.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    HTTPS_PROXY: '',
  };
  const { lines } = await check(production);
  expect(lines.settings).toMatch(/^ok production/);
  expect(lines.mail).toMatch(/^FAIL .*STARTTLS.*submission port \(587\), or smtps/);
});

test('sends an email only if it is asked to', async () => {
  received.length = 0;
  await check();
  expect(received).toEqual([]);
  expect((await check({}, '--mail', 'admin@premium.test')).lines.mail).toMatch(
    /^ok an email to admin@premium.test was accepted/,
  );
  expect(received).toEqual(['admin@premium.test']);
  expect(await check({}, '--mail')).toMatchObject({ code: 2 });
  expect(await check({}, '--wrong', 'x')).toMatchObject({ code: 2 });
});

test('finds a Stripe that does not answer or refuses the key, and skips what needs it', async () => {
  const unreachable = await check({ STRIPE_API_BASE: 'http://127.0.0.1:1' });
  expect(unreachable.lines['stripe key']).toMatch(/^FAIL .*api\.stripe\.com/);
  expect(unreachable.lines.webhook).toBe('skip needs the key of Stripe');
  const refused = await check({ STRIPE_SECRET_KEY: `${emulator.key}_other` });
  expect(refused.lines['stripe key']).toMatch(/^FAIL Stripe refuses STRIPE_SECRET_KEY/);
});

test('finds a missing price, a missing endpoint and a disabled one', async () => {
  const { stripe } = emulator;
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  const id = endpoint?.id ?? '';
  await stripe.webhookEndpoints.update(id, { disabled: true });
  const disabled = await check();
  expect(disabled.lines.webhook).toMatch(
    /^FAIL the endpoint .* is disabled, so no event arrives\. Run `npm run stripe:setup`/,
  );
  expect((await setUpStripe(stripe, settings.APP_URL ?? '')).done).toEqual([expect.stringContaining('enabled again')]);
  await stripe.webhookEndpoints.update(id, { enabled_events: ['invoice.paid'] });
  expect((await check()).lines.webhook).toMatch(/^FAIL .* does not get every event/);
  await setUpStripe(stripe, settings.APP_URL ?? '');
  await stripe.prices.update(await emulator.priceOf('scale_monthly'), { active: false });
  expect((await check()).lines.products).toMatch(/^FAIL no active price scale_monthly .*stripe:setup/);
  await setUpStripe(stripe, settings.APP_URL ?? '');
  expect(failures(await check())).toEqual({});
  const other = await listenHttp('127.0.0.1');
  expect((await check({ APP_URL: `http://127.0.0.1:${other}` })).lines.webhook).toMatch(
    /^FAIL the account has no endpoint/,
  );
});

test.each([
  [600, /^FAIL 60[01] s ahead of Stripe’s.*Synchronise/],
  [-600, /^FAIL (599|600) s behind Stripe’s/],
  [5, /^ok/],
])('compares a clock that is %i s off with Stripe’s Date', (seconds, expected) => {
  const now = Date.now();
  const { result, text } = compareClock(new Date(now).toUTCString(), now + seconds * 1000);
  expect(`${result} ${text}`).toMatch(expected);
});

test('finds a site that does not answer, is not ready, or is another installation', async () => {
  expect((await check({ APP_URL: 'http://127.0.0.1:4' })).lines.site).toMatch(
    /^FAIL .*ECONNREFUSED.*DNS, certificate, proxy/,
  );
  const { '/readyz': ready, '/oauth2/jwks': jwks } = answers;
  answers['/readyz'] = { status: 503, body: 'migrations' };
  expect((await check()).lines.site).toMatch(/^FAIL .*\/readyz answers 503/);
  Object.assign(answers, { '/readyz': ready, '/oauth2/jwks': { status: 200, body: '{"keys":[{"kid":"other"}]}' } });
  expect((await check()).lines.site).toMatch(/^FAIL .* ends on another installation/);
  Object.assign(answers, { '/oauth2/jwks': jwks });
});

test.skipIf(!ELSEWHERE)('finds a port that answers on another address of this host', async () => {
  const port = String(await listenHttp('0.0.0.0'));
  expect((await check({ PORT: port, METRICS_PORT: port })).lines.ports).toContain(`FAIL plain http answers on`);
});

test('finds a worker that was not seen for five minutes, and jobs that wait or fail', async () => {
  await db().$executeRaw`UPDATE worker_processes SET seen_at = now() - interval '5 minutes'`;
  await db().$executeRaw`INSERT INTO pgboss.job (name, state, retry_count, start_after) VALUES
    ('mail.send', 'created', 0, now() - interval '10 minutes'), ('billing.sync', 'retry', 2, now())`;
  const { code, lines } = await check();
  expect(lines.worker).toMatch(/^FAIL last seen 5 min ago, so no email is sent\. Start it/);
  expect(lines.jobs).toMatch(/^FAIL .*mail\.send waits for 10 min.*billing\.sync has 1 failed.*\/admin\/jobs/);
  expect(code).toBe(1);
  await db().$executeRaw`DELETE FROM pgboss.job`;
  await db().$executeRaw`UPDATE worker_processes SET version = '0.0.1', seen_at = now()`;
  expect((await check()).lines.worker).toMatch(/^FAIL 1 seen .* but of release 0\.0\.1/);
  await writeHeartbeat(db(), randomUUID());
  await db().$executeRaw`UPDATE worker_processes SET seen_at = now() - interval '30 seconds' WHERE version = '0.0.1'`;
  expect((await check()).lines.worker).toMatch(/^ok /);
  await db().$executeRaw`DELETE FROM worker_processes`;
  expect((await check()).lines.worker).toMatch(/^FAIL no worker was seen/);
  await writeHeartbeat(db(), randomUUID());
});

test('finds events that no webhook brought, an old backup and refusals of the last minutes', async () => {
  await db().billingRun.create({
    data: { name: 'sweep', ranAt: new Date(), report: { events: 3, failed: { count: 0, names: [] } } },
  });
  await db().$executeRaw`INSERT INTO backup_runs VALUES ('pgbackrest', now() - interval '3 days')`;
  answers['/metrics'] = {
    status: 200,
    body: 'setting_refusal_age_seconds{cause="stripe_unreachable"} 12.5\nsetting_refusal_age_seconds{cause="old"} 1200\n',
  };
  const { lines } = await check();
  expect(lines.deliveries).toMatch(/^FAIL 3 events came only with the hourly sweep.*STRIPE_WEBHOOK_SECRET/);
  expect(lines.backup).toMatch(/^FAIL the last one is 3 days old/);
  expect(lines.refusals).toMatch(/^FAIL stripe_unreachable, in the last 10 minutes/);
});
