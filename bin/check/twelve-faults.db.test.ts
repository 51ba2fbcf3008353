/** Plants each fault of the table in docs/operations.md, and checks who sees it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { metrics } from '#server/metrics/metrics.ts';
import { addressOf } from '#server/request-headers.ts';
import { watchOperation } from '#server/metrics/operation-metrics.ts';
import { startPausedEmulator } from '#stripe-emulator/paused-emulator.ts';
import { getAttention, getOverview } from '#lib/admin/overview.ts';
import { askStripe } from '#lib/billing/stripe/client.ts';
import { findSetupProblems, setUpStripe } from '#lib/billing/stripe/setup.ts';
import { verifyStripeEvent } from '#lib/billing/sync/webhook.ts';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { log } from '#lib/base/log.ts';
import { deliverMail, queueMail } from '#lib/mail/service.ts';
import { smtpMailer } from '#lib/mail/smtp.ts';
import { BACKUP_OLD_S, WORKER_SILENT_S } from '#lib/operation/limits.ts';
import { writeHeartbeat } from '#lib/operation/heartbeat.ts';
import { adminContext, systemContext } from '#lib/testing/context.ts';
import '#lib/testing/database.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { checkMigrations, checkRole } from './database.ts';
import { checkMail, checkStripe, compareClock } from './run-checks.ts';
import { checkBackup, checkHosts, checkRefusals, checkWorker, readState } from './operation.ts';
import { forgetProcessState } from '#lib/base/process-state.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const table = read('docs/operations.md').split('### Twelve faults of operation')[1]?.split('\nHow long')[0] ?? '';
const rows = [...table.matchAll(/^\| (?!fault |-)(.*) \|$/gm)].map(([, row = '']) => {
  const [fault = '', check = '', logged = '', metric = '', alert = '', console_ = ''] = row
    .split('|')
    .map((cell) => cell.trim());
  return { fault, check, logged, metric, alert, console: console_ };
});
type Rule = { alert: string; expr: string };
const rules = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (each) => each.rules,
);
const sources = globSync(['lib/**/*.ts', 'server/*.ts'], { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .map(read)
  .join('\n');

const emulator = await startPausedEmulator();
const owner = new pg.Client(env().DATABASE_URL);
await owner.connect();
const warn = vi.spyOn(log(), 'warn').mockReturnValue();
afterAll(async () => {
  await emulator.close();
  await owner.end();
});

const REQUEST = { requestId: 'request-1' };
const client = (key: string, port: number) =>
  new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
const emulatorPort = Number(new URL(emulator.base).port);
const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'unavailable' });
const ofOthers = (secret: string, now: Date) => {
  const header = Stripe.webhooks.generateTestHeaderString({
    payload: '{}',
    secret,
    timestamp: Math.floor(now.getTime() / 1000),
  });
  return () =>
    verifyStripeEvent(systemContext(db(), { stripe: () => emulator.stripe, ...REQUEST }), Buffer.from('{}'), header);
};
const overview = () => getOverview(adminContext(db()));
const later = (ms: number) => new Date(Date.now() + ms);

/** The value of a series in a scrape of now. */
async function scraped(series: string): Promise<number> {
  const close = watchOperation(env().DATABASE_URL);
  try {
    const line = (await metrics.metrics()).split('\n').find((each) => each.startsWith(series)) ?? '';
    return Number(line.split(' ').at(-1));
  } finally {
    await close();
  }
}
const refusals = (cause: string) => scraped(`setting_refusals_total{cause="${cause}"}`);

type Seen = {
  /** Plants the fault, and finds it as a check does: the results of the lines. */
  plant: () => Promise<{ result: string; text: string } | undefined>;
  metric?: () => Promise<number>;
  isFaulty?: (value: number) => boolean;
  console?: () => Promise<boolean>;
};
const FAULTS: Record<string, Seen> = {
  'worker stopped': {
    plant: async () => {
      await writeHeartbeat(db(), randomUUID());
      await db().$executeRaw`UPDATE worker_processes SET seen_at = now() - interval '3 minutes'`;
      return checkWorker(await readState());
    },
    metric: () => scraped('worker_last_seen_seconds'),
    isFaulty: (age) => age > WORKER_SILENT_S,
    console: async () => ((await overview()).operation.workers[0]?.seen_s ?? 0) > WORKER_SILENT_S,
  },
  'wrong SMTP server': {
    plant: async () => {
      const ctx = systemContext(db(), { mail: smtpMailer });
      await queueMail(ctx, 'a@b.test', 'email_taken', { loginUrl: 'https://premium.example/login' });
      const [job] = await queuedJobs(db(), 'mail.send');
      if (job) await expect(deliverMail(ctx, job)).rejects.toThrow(/ECONNREFUSED/);
      await db().$executeRaw`UPDATE pgboss.job SET state = 'retry', retry_count = 2 WHERE name = 'mail.send'`;
      return checkMail(undefined);
    },
    metric: () => scraped('mails_total{result="failed"}'),
    isFaulty: (count) => count === 1,
    console: async () =>
      (await overview()).operation.queues.some(({ name, failing }) => name === 'mail.send' && failing === 1),
  },
  'wrong webhook secret': {
    plant: async () => {
      expect(ofOthers('whsec_of_another_endpoint', new Date())).toThrow();
      return undefined;
    },
    metric: () => scraped('stripe_webhooks_refused_total{reason="secret"}'),
    console: async () => (await overview()).refusals.includes('stripe_webhook_secret'),
  },
  'clock off by ten minutes': {
    plant: async () => {
      const event = await emulator.stripe.customers.create({}).then(() => emulator.events());
      const payload = JSON.stringify(event.at(-1));
      const timestamp = Math.floor(later(-600_000).getTime() / 1000);
      const header = Stripe.webhooks.generateTestHeaderString({
        payload,
        secret: env().STRIPE_WEBHOOK_SECRET[0] ?? '',
        timestamp,
      });
      const ctx = systemContext(db(), { stripe: () => emulator.stripe, ...REQUEST });
      expect(() => verifyStripeEvent(ctx, Buffer.from(payload), header)).toThrow();
      return compareClock(new Date().toUTCString(), Date.now() + 600_000);
    },
    metric: () => scraped('stripe_webhooks_refused_total{reason="time"}'),
    console: async () => (await overview()).refusals.includes('stripe_webhook_time'),
  },
  'proxy not trusted': {
    plant: async () => {
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': REQUEST.requestId };
      addressOf({ socket: { remoteAddress: '192.0.2.1' }, headers } as unknown as IncomingMessage);
      return undefined;
    },
    metric: () => refusals('proxy_not_trusted'),
    console: async () => (await overview()).refusals.includes('proxy_not_trusted'),
  },
  'Stripe unreachable': {
    plant: async () => {
      await refused(askStripe(REQUEST, () => client(emulator.key, 9).customers.retrieve('cus_1')));
      return (await checkStripe())[0];
    },
    metric: () => refusals('stripe_unreachable'),
    console: async () => (await overview()).refusals.includes('stripe_unreachable'),
  },
  'Stripe key wrong': {
    plant: async () => {
      await refused(
        askStripe(REQUEST, () => client(`${emulator.key}_other`, emulatorPort).customers.retrieve('cus_1')),
      );
      return undefined; // bin/check/check.db.test.ts
    },
    metric: () => refusals('stripe_key'),
    console: async () => (await overview()).refusals.includes('stripe_key'),
  },
  'role without rights': {
    plant: async () => {
      const role = `weak_${randomUUID().slice(0, 8)}`;
      await owner.query(`CREATE ROLE ${role}`);
      await owner.query(`SET ROLE ${role}`);
      const found = await checkRole(owner).finally(() => owner.query('RESET ROLE'));
      await owner.query(`DROP ROLE ${role}`);
      return found;
    },
  },
  'migrations behind': {
    plant: async () => {
      const WHICH = '(SELECT max(migration_name) FROM _prisma_migrations)';
      await owner.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${WHICH}`);
      const found = await checkMigrations();
      await owner.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = ${WHICH}`);
      return found;
    },
  },
  'storage host silent': {
    plant: async () => {
      await db().$executeRaw`INSERT INTO storage_servers (name, token_hash, last_seen_at)
        VALUES ('silent1', 'x', now() - interval '6 minutes')`;
      const { text } = await checkHosts(await readState());
      return { result: text.includes('silent1 silent for 6 min') ? 'FAIL' : 'ok', text }; // skipped outside production
    },
    metric: () => scraped('storage_host_last_seen_seconds{host="silent1"}'),
    isFaulty: (age) => age > 300,
    console: async () => (await getAttention(adminContext(db()))).silentServers.includes('silent1'),
  },
  'backup too old': {
    plant: async () => {
      await db().$executeRaw`INSERT INTO backup_runs VALUES ('pgbackrest', now() - interval '27 hours')`;
      return checkBackup(await readState());
    },
    metric: () => scraped('backup_age_seconds'),
    isFaulty: (age) => age > BACKUP_OLD_S,
    console: async () => ((await overview()).operation.backup_s ?? 0) > BACKUP_OLD_S,
  },
  'webhook endpoint disabled': {
    plant: async () => {
      const appUrl = 'http://localhost:8080';
      await setUpStripe(emulator.stripe, appUrl);
      const [endpoint] = (await emulator.stripe.webhookEndpoints.list()).data;
      await emulator.stripe.webhookEndpoints.update(endpoint?.id ?? '', { disabled: true });
      const report = { events: 2, failed: { count: 0, names: [] } };
      await db().billingRun.create({ data: { name: 'sweep', ranAt: new Date(), report } });
      const { webhook } = await findSetupProblems(emulator.stripe, appUrl);
      return { result: webhook.length ? 'FAIL' : 'ok', text: webhook.join() };
    },
    metric: () => scraped('stripe_events_missed'),
  },
};

test('has twelve faults, and plants each', () => {
  expect(rows.map(({ fault }) => fault)).toEqual(Object.keys(FAULTS));
  expect(rows).toHaveLength(12);
});

describe.each(rows)('$fault', ({ fault, check, logged, metric, alert, console: shown }) => {
  test('is seen where the table says', async () => {
    warn.mockClear();
    forgetProcessState('refusals by settings'); // a cause is logged once a minute
    const seen = FAULTS[fault];
    const line = await seen?.plant();
    if (line) expect(line).toMatchObject({ result: 'FAIL' });
    expect(check).toMatch(/^`[a-z ]+`$/);
    if (check === '`refusals`') expect(await checkRefusals()).toMatchObject({ result: 'skip' }); // no process here

    const cause = /^`(\w+)` at once$/.exec(logged)?.[1];
    if (cause)
      expect(warn.mock.calls.map(([fields]) => fields)).toContainEqual(expect.objectContaining({ cause, ...REQUEST }));
    const text = /^"(.+)"/.exec(logged)?.[1];
    if (text) expect(sources).toContain(text);

    const name = /`(\w+)`/.exec(metric)?.[1] ?? '';
    if (seen?.metric) expect(await seen.metric()).toSatisfy(seen.isFaulty ?? ((value: number) => value > 0));
    const rule = rules.find((each) => each.alert === /`(\w+)`/.exec(alert)?.[1]);
    expect(rule?.expr).toContain(name);

    expect(seen?.console !== undefined).toBe(shown !== '' && !shown.startsWith('`'));
    if (seen?.console) expect(await seen.console()).toBe(true);
  });
});
