/**
 * `npm start`, and with `--dev` `npm run dev`: provides the services that the environment does not name, starts
 * everything, and keeps it running until a signal arrives. `--no-env-file` ignores `.env`.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { APP_ROLE, databaseRoles, ensureRole, grantToApp, urlFor } from '#bin/migrate/grants.ts';
import { withSecretFiles } from '#lib/base/settings/secret-files.ts';
import { MINUTE } from '#lib/base/time.ts';
import { type Cluster, ensureDatabase, startPostgres } from './postgres/postgres.ts';
import { announce, urlsOf } from './stack/addresses.ts';
import { ensureBuild, ensureGenerated } from './stack/build.ts';
import { dataDirectory, root } from './stack/folders.ts';
import { isListening } from './stack/ports.ts';
import { until } from './stack/process.ts';
import { takeDataFolder, writeRuntime } from './stack/runtime.ts';
import { completeSettings, type Environment, type Settings, WEB_FLAGS } from './stack/settings.ts';
import { createSupervisor, type Program } from './stack/supervisor.ts';

/** The inbox and the Stripe emulator, unless the environment names other services. */
function helperPrograms({ provides, dataDir, ports, appUrl, app }: Settings): Program[] {
  const machine = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', DATA_DIR: dataDir };
  const inbox = { INBOX_PORT: String(ports.inbox), INBOX_SMTP_PORT: String(ports.inboxSmtp) };
  const stripe = {
    STRIPE_PORT: String(ports.stripe),
    APP_URL: appUrl,
    PORT: String(ports.web),
    STRIPE_SECRET_KEY: app.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: app.STRIPE_WEBHOOK_SECRET?.split(',')[0]?.trim(),
  };
  const inboxProgram: Program = {
    name: 'inbox',
    args: ['dev/inbox/inbox.ts'],
    env: { ...machine, ...inbox },
    stopsLast: true,
  };
  const stripeProgram: Program = {
    name: 'stripe',
    args: ['stripe-emulator/main.ts'],
    env: { ...machine, ...stripe },
    stopsLast: true,
  };
  return [...(provides.inbox ? [inboxProgram] : []), ...(provides.stripe ? [stripeProgram] : [])];
}

const { values: options } = parseArgs({ options: { dev: { type: 'boolean' }, 'no-env-file': { type: 'boolean' } } });
const startedAt = performance.now();
const say = (text: string) => console.log(`▸ ${text} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);

/** The embedded database server, from the moment its start begins. */
let cluster: Promise<Cluster> | undefined;
let leaveDataFolder = () => {};
let stopping: Promise<never> | undefined;
/** How long a busy machine may take to start the programs. */
const PATIENCE_MS = 5 * MINUTE;
const supervisor = createSupervisor((text) => {
  console.error(`▸ ${text}: stopping everything`);
  void stop(1);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// Stops everything when the parent process has been killed.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void stop(1), 500).unref();
process.stdout.on('error', () => {}); // a closed pipe must not crash us and leave the database running

try {
  await start();
} catch (error) {
  if (!stopping) console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
}

async function start() {
  const envFile = path.join(root, '.env');
  if (!options['no-env-file'] && existsSync(envFile)) process.loadEnvFile(envFile);
  const given = withSecretFiles(process.env);
  const dataDir = dataDirectory(given);
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  leaveDataFolder = await takeDataFolder(dataDir);
  const settings = await completeSettings(given, options.dev ? 'development' : 'local');
  // Only the seed gets the passwords, and only migrations get the owner's role.
  const { ADMIN_PASSWORD: _admin, DEMO_PASSWORD: _demo, MIGRATE_DATABASE_URL: _owner, ...machine } = given;
  const env = { ...machine, ...settings.app };
  const helpers = helperPrograms(settings);
  for (const helper of helpers) supervisor.serve(helper);

  const client = ensureGenerated(supervisor.task, env).then(
    (outcome) => outcome === 'made' && say('Database client generated'),
  );
  const built = options.dev ? client : client.then(() => build(env));
  const roles = provideDatabase(settings, given).then(async (urls) => {
    await client; // the seed imports the client
    await prepareDatabase(settings, env, urls);
    return urls;
  });
  const [{ owner, app: DATABASE_URL }] = await Promise.all([roles, built]);
  if (stopping) return;

  const remember = (isReady: boolean) =>
    writeRuntime(
      dataDir,
      { ...urlsOf(settings), databaseUrl: DATABASE_URL, ownerDatabaseUrl: owner, isReady },
      supervisor.pids(),
    );
  supervisor.serve({ name: 'web', args: [...WEB_FLAGS, 'server/index.ts'], env: { ...env, DATABASE_URL } });
  supervisor.serve({ name: 'worker', args: ['worker.ts'], env: { ...env, DATABASE_URL } });
  remember(false);
  await waitUntilReady(settings);
  remember(true);
  setInterval(() => remember(true), 2000).unref(); // a restarted service has another pid
  if (stopping) return;
  say(`Ready${settings.app.APP_MODE === 'development' ? ' for development' : ''}`);
  announce(settings);
}

type DatabaseRoles = ReturnType<typeof databaseRoles>;

async function provideDatabase(settings: Settings, given: Environment): Promise<DatabaseRoles> {
  const { provides, dataDir, ports, postgresPortIsFixed, secrets } = settings;
  if (!provides.postgres) return databaseRoles({ ...given, ...settings.app });
  const dir = path.join(dataDir, 'postgres');
  cluster = startPostgres({ dir, port: ports.postgres, portIsFixed: postgresPortIsFixed });
  const first = await cluster;
  say(`PostgreSQL ${first.adopted ? 'is already running' : 'started'} on port ${first.port}`);
  void keepPostgres(dir, first);
  const owner = await ensureDatabase(first, 'premium');
  await ensureRole(owner, APP_ROLE, secrets.APP_DATABASE_PASSWORD);
  return { owner, app: urlFor(owner, APP_ROLE, secrets.APP_DATABASE_PASSWORD) };
}

/** Restarts the server on its port when it ends unexpectedly. Stops everything when that fails. */
async function keepPostgres(dir: string, first: Cluster) {
  let quickDeaths = 0;
  for (let current = first; ;) {
    const from = Date.now();
    await current.ended;
    if (stopping) return;
    quickDeaths = Date.now() - from < 10_000 ? quickDeaths + 1 : 0;
    try {
      if (quickDeaths >= 5)
        throw new Error(`PostgreSQL ended ${quickDeaths} times; see ${path.join(dir, 'postgres.log')}`);
      console.error('▸ PostgreSQL ended; restarting it');
      cluster = startPostgres({ dir, port: first.port, portIsFixed: true });
      current = await cluster;
    } catch (error) {
      console.error(`▸ ${error instanceof Error ? error.message : String(error)}`);
      return void stop(1);
    }
  }
}

async function prepareDatabase(
  { secrets, adminEmail, provides, ports }: Settings,
  env: Program['env'],
  { owner, app }: DatabaseRoles,
) {
  const { migrate } = await import('#bin/migrate/migrate.ts');
  const count = await migrate(owner);
  await grantToApp(owner, app);
  if (count) say(`Migrations applied: ${count}`);
  // The sample data has a past at the emulator.
  if (provides.stripe) await until(() => Boolean(stopping) || isListening(ports.stripe), PATIENCE_MS);
  await supervisor.task({
    name: 'The seed',
    args: ['prisma/seed.ts'],
    env: {
      ...env,
      DATABASE_URL: app,
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: secrets.ADMIN_PASSWORD,
      SEED: env.SEED || 'demo',
      DEMO_PASSWORD: secrets.DEMO_PASSWORD,
    },
  });
  say('Database is ready');
}

async function build(env: Program['env']) {
  const slow = setTimeout(() => say('Building the application, about half a minute'), 1000);
  const outcome = await ensureBuild(supervisor.task, env).finally(() => clearTimeout(slow));
  say(outcome === 'made' ? 'Application built' : 'Build is up to date');
}

/** Waits until /readyz is 200 and the helpers' ports are open. Throws after five minutes. */
async function waitUntilReady({ ports, host, provides }: Settings) {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  let last = 'no response';
  const isReady = async () => {
    if (stopping) return true;
    try {
      const response = await fetch(`http://${address}:${ports.web}/readyz`, { signal: AbortSignal.timeout(2000) });
      last = (await response.text()).trim();
      return response.ok;
    } catch {
      return false;
    }
  };
  const opens = (isProvided: boolean, port: number) =>
    !isProvided || until(() => Boolean(stopping) || isListening(port), PATIENCE_MS);
  const [web, inbox, stripe] = await Promise.all([
    until(isReady, PATIENCE_MS, 40),
    opens(provides.inbox, ports.inbox),
    opens(provides.stripe, ports.stripe),
  ]);
  if (!web) throw new Error(`The application was not ready within five minutes (${last}).`);
  if (!inbox || !stripe) throw new Error(`The ${inbox ? 'Stripe emulator' : 'mail inbox'} did not start.`);
}

function stop(code: number): Promise<never> {
  return (stopping ??= (async () => {
    await supervisor.stop();
    await cluster?.then(
      (server) => server.stop(),
      () => {}, // the server did not start
    );
    leaveDataFolder();
    await sleep(0); // flushes the last line of output
    process.exit(code);
  })());
}
