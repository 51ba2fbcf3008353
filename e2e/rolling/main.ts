/**
 * `npm run test:rolling [-- <commit>]`: rehearses a rolling update from an older commit to this version and back, under
 * load (R11, R13). The older version is built in a separate folder; both share one database. Prints a table, and fails if a
 * request failed, if anything acknowledged is lost, or if a job was lost or done twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { root } from '#dev/stack/folders.ts';
import { until } from '#dev/stack/process.ts';
import { capture } from '#dev/tests/capture.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { SECOND } from '#lib/base/time.ts';
import { findViolations } from '../support/invariants.ts';
import { findLosses, findUnserved } from '../support/losses.ts';
import { repeatedly, statusOf } from '../support/people.ts';
import type { AppProcess, Program } from '../support/stacks/app-process.ts';
import { type Balancer, startBalancer } from '../support/stacks/balancer.ts';
import { createDetachedStack, type DetachedStack, logInAsAdmin } from '../support/stacks/detached-stack.ts';
import { createMixedWork } from '../support/stacks/mixed-work.ts';

/** Another version of the product: its sources, its own build, and how to run one of its programs. */
type Version = {
  folder: string;
  commit: string;
  /** settings that it reads differently */
  settings: Readonly<Record<string, string>>;
  run: (file: string, settings: Readonly<Record<string, string>>) => Promise<void>;
  remove: () => void;
};

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit from which this branch began; on the main branch, the parent of the latest commit. */
function previousCommit(): string {
  const base = git('merge-base', 'HEAD', 'main');
  return base === git('rev-parse', 'HEAD') ? git('rev-parse', 'HEAD^1') : base;
}

const thisVersion = (): Version => ({
  folder: root,
  commit: git('rev-parse', '--short', 'HEAD'),
  settings: settingsOf(root),
  run: runIn(root),
  remove: () => {},
});

/** Copies the files of a commit to a separate folder and builds them there. */
async function buildVersion(ref: string): Promise<Version> {
  const commit = git('rev-parse', '--short', ref);
  const made = await makeTestFolder('version');
  const folder = path.join(made.path, 'version');
  mkdirSync(folder);
  const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  await install(folder);
  const { code, output } = await capture('npm', ['run', 'build'], { cwd: folder, env: cleanEnvironment() });
  if (code) throw new Error(`${commit} does not build:\n${output}`);
  return { folder, commit, settings: settingsOf(folder), run: runIn(folder), remove: made.remove };
}

/** Until November 2026 TRUSTED_PROXIES was the number of proxies. */
function settingsOf(folder: string): Version['settings'] {
  const takesNumber = /^#TRUSTED_PROXIES=\d+$/m.test(readFileSync(path.join(folder, '.env.example'), 'utf8'));
  return takesNumber ? { TRUSTED_PROXIES: '1' } : {};
}

/** Links our dependencies if the other version has the same, and installs them otherwise. */
async function install(folder: string): Promise<void> {
  const locked = (of: string) => readFileSync(path.join(of, 'package-lock.json'), 'utf8');
  const ours = path.join(root, 'node_modules');
  if (locked(folder) === locked(root) && existsSync(ours)) {
    const linked = await capture('cp', ['-al', ours, path.join(folder, 'node_modules')]);
    if (!linked.code) return;
  }
  const { code, output } = await capture('npm', ['ci'], { cwd: folder, env: cleanEnvironment() });
  if (code) throw new Error(`npm ci failed:\n${output}`);
}

const runIn = (folder: string) => async (file: string, settings: Readonly<Record<string, string>>) => {
  const env = { ...cleanEnvironment(), ...settings, ...settingsOf(folder) };
  const { code, output } = await capture(process.execPath, [file], { cwd: folder, env });
  if (code) throw new Error(`${file} failed:\n${output}`);
};

/** Replaces the stack's database, which has this version's schema, with one that is created by the other version. */
async function recreateDatabase(stack: DetachedStack, version: Version): Promise<void> {
  const server = new pg.Client({ connectionString: stack.databaseUrl.replace(/\/premium$/, '/postgres') });
  await server.connect();
  await server.query('DROP DATABASE premium WITH (FORCE)');
  await server.query('CREATE DATABASE premium');
  await server.end();
  await migrateWith(version, stack);
  const admin = { ADMIN_EMAIL: stack.adminEmail, ADMIN_PASSWORD: stack.adminPassword };
  await version.run('prisma/seed.ts', { ...stack.settings, ...admin, SEED: 'none' });
}

const migrateWith = (version: Version, { settings, databaseUrl }: DetachedStack): Promise<void> =>
  version.run('bin/migrate/migrate.ts', { ...settings, MIGRATE_DATABASE_URL: databaseUrl });

type Step = { step: string; seconds: string; requests: number; failed: string };

/** Notes how long each step takes, and which requests fail during it. */
function createSteps(balancer: Balancer) {
  const steps: Step[] = [];

  async function step(name: string, work: () => Promise<unknown>): Promise<void> {
    console.log(`▸ ${name}`);
    const [from, requests, failed] = [Date.now(), balancer.requests(), balancer.failures().length];
    await work();
    steps.push({
      step: name,
      seconds: ((Date.now() - from) / SECOND).toFixed(1),
      requests: balancer.requests() - requests,
      failed: summed(balancer.failures().slice(failed)),
    });
  }

  return { steps, step };
}

/** "3 × 502 ECONNREFUSED, 1 × cut short" */
function summed(failures: readonly string[]): string {
  const counts = Map.groupBy(failures, (failure) => failure);
  return [...counts].map(([failure, same]) => `${same.length} × ${failure}`).join(', ');
}

const INSTANCES = 2;
const PAGES = ['/dashboard', '/admin/api/audit', '/userstatus', '/login'];
/** The default in production. These processes run in mode local, because production refuses the Stripe emulator. */
const PRODUCTION_NOTICE_MS = '3000';
/** How long the load runs between the steps. */
const PAUSE_MS = 5 * SECOND;
/** Jobs that are due or wait for a retry, except pg-boss's own. */
const DUE = `(state IN ('retry', 'active') OR state = 'created' AND start_after <= now()) AND name NOT LIKE '\\_\\_%'`;

const current = thisVersion();
const old = await buildVersion(process.argv[2] ?? previousCommit());
console.log(`from ${old.commit} to ${current.commit} and back`);
const stack = await createDetachedStack();
const balancer = await startBalancer(stack.port, SECOND);
const { steps, step } = createSteps(balancer);
const problems: string[] = [];
let apps: AppProcess[] = [];
let workers: Program[] = [];

try {
  await recreateDatabase(stack, old);
  const oldQueues = (await stack.query<{ name: string }>('SELECT name FROM pgboss.queue')).map(({ name }) => name);
  await stack.startInbox();
  const stripe = await stack.startStripe();
  for (let n = 0; n < INSTANCES; n++) {
    apps.push(await startApp(old));
    workers.push(await stack.startWorker(old.settings, { folder: old.folder }));
  }
  const admin = await logInAsAdmin(stack);
  const work = await createMixedWork(stack, admin, stripe, balancer.isOpen);
  const loops = [
    repeatedly(2, work.signUpAndBuy),
    repeatedly(2, work.administrate),
    repeatedly(1, work.logInAndForget),
    repeatedly(1, work.report),
    repeatedly(2, (n) => statusOf(admin.send(PAGES[n % PAGES.length] ?? '/'))),
  ];

  await step('the old version serves', () => sleep(PAUSE_MS));
  await step('the new version migrates', () => migrateWith(current, stack));
  await step('the old version serves on the new schema', () => sleep(PAUSE_MS));
  await step('web processes become new, one by one', () => replaceApps(current));
  await step('workers become new, one by one', () => replaceWorkers(current));
  await step('the new version serves', () => sleep(PAUSE_MS));
  await step('the old version finds nothing to migrate', () => migrateWith(old, stack));
  await step('web processes become old again', () => replaceApps(old));
  await step('workers become old again', () => replaceWorkers(old));
  await step('the old version serves on the new schema again', () => sleep(PAUSE_MS));
  await Promise.all(loops.map((stop) => stop()));

  await step('jobs and payments finish', async () => {
    await stripe.send('retry');
    await until(async () => !(await findUnserved(stack, work.promised)).length, 60_000, 200);
    await until(async () => !(await dueJobs(oldQueues)).length, 90_000, 200);
  });
  // The schedules of the new version outlive it, and the old workers queue what only the new one can do.
  await step('the new version does the jobs that only it knows', async () => {
    await replaceWorkers(current);
    await until(async () => !(await dueJobs()).length, 90_000, 200);
  });
  const { users, keys, clients, payments, checked } = work.promised;
  const acknowledged = { users: users.size, keys: keys.size, clients: clients.size, payments: payments.size };
  console.log(`acknowledged: ${JSON.stringify({ ...acknowledged, 'counted requests': checked })}`);
  for (const [what, count] of Object.entries(acknowledged)) if (!count) problems.push(`no ${what} were made`);
  if (balancer.failures().length) problems.push(`requests failed: ${summed(balancer.failures())}`);
  problems.push(...(await findUnserved(stack, work.promised)).map((email) => `${email} paid and has no working key`));
  problems.push(...(await findLosses(stack, work.promised)).map((lost) => `lost: ${lost}`));
  problems.push(...(await findViolations(stack.query)));
  const [{ sent } = { sent: -1 }] = await stack.query<{ sent: number }>(
    "SELECT count(*)::int AS sent FROM pgboss.job WHERE name = 'mail.send' AND state = 'completed'",
  );
  const received = (await stack.mailbox.all()).length;
  console.log(`${sent} mails were to be sent, ${received} arrived`);
  if (sent !== received) problems.push('mails were lost or sent twice');
} catch (error) {
  problems.push(String(error));
  console.error(stack.output());
} finally {
  console.table(steps);
  await balancer.stop();
  await stack.remove();
  old.remove();
}
console.log(problems.length ? problems.join('\n') : 'No request failed, and nothing was lost or done twice.');
process.exit(problems.length ? 1 : 0);

/** The due jobs of these queues, or of all. */
function dueJobs(queues?: string[]): Promise<object[]> {
  return queues
    ? stack.query(`SELECT 1 FROM pgboss.job WHERE ${DUE} AND name = ANY ($1)`, queues)
    : stack.query(`SELECT 1 FROM pgboss.job WHERE ${DUE}`);
}

async function startApp({ folder, settings }: Version): Promise<AppProcess> {
  const app = await stack.startApp({ SHUTDOWN_NOTICE_MS: PRODUCTION_NOTICE_MS, ...settings }, { folder });
  await balancer.add(app.url);
  return app;
}

/** Starts a process of this version before it ends one of the others. */
async function replaceApps(version: Version): Promise<void> {
  const before = apps;
  apps = [];
  for (const app of before) {
    apps.push(await startApp(version));
    await app.terminate();
  }
}

async function replaceWorkers({ folder, settings }: Version): Promise<void> {
  const before = workers;
  workers = [];
  for (const worker of before) {
    workers.push(await stack.startWorker(settings, { folder }));
    await worker.terminate();
  }
}
