import { realpathSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { APP_ROLE, urlFor } from '#bin/migrate/grants.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { isListening } from '#dev/stack/ports.ts';
import { isAlive, processesIn, signal, until } from '#dev/stack/process.ts';
import { completeSettings } from '#dev/stack/settings.ts';
import { fillDataFolder, prepareDatabase } from '#dev/tests/template.ts';
import { ownerDatabase, reserveCopy } from '#dev/tests/test-copy.ts';
import { MINUTE } from '#lib/base/time.ts';
import { HttpClient, SESSION_COOKIE } from '../http-client.ts';
import { Mailbox } from '../mailbox.ts';
import { startApp, startProgram, type AppProcess, type Options, type Program } from './app-process.ts';
import { StripeControl } from './stripe-control.ts';

/**
 * The parts of the product without a supervisor: what a test kills stays dead until the test restarts it, so any
 * recovery is the product's own. `url` is the public origin: the first instance or the test's balancer. `emptyDatabase`
 * is the owner's URL of a database on a server that the caller controls; without it, the stack starts its own server.
 */
export async function createDetachedStack(emptyDatabase?: string) {
  const { folder, ports: free } = await reserveCopy('loose');
  if (!emptyDatabase) await fillDataFolder(folder.path);
  const { ports, ...completed } = await completeSettings({ ...free, DATA_DIR: folder.path }, 'local');
  const postgres = await (emptyDatabase
    ? ownServer(emptyDatabase)
    : embeddedServer(path.join(folder.path, 'postgres'), ports.postgres));
  const { ownerUrl } = postgres;
  if (emptyDatabase) await prepareDatabase(ownerUrl, completed);
  const { APP_DATABASE_PASSWORD, ADMIN_PASSWORD } = completed.secrets;
  const DATABASE_URL = urlFor(ownerUrl, APP_ROLE, APP_DATABASE_PASSWORD);
  // A test may run a balancer, which is then the trusted proxy. Each instance has its own ports.
  const { PORT: _port, METRICS_PORT: _metricsPort, ...own } = completed.app;
  const settings = { ...own, DATABASE_URL, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' };
  const { query, end } = ownerDatabase(ownerUrl);
  const programs: Program[] = [];

  async function keep<P extends Program>(starting: Promise<P>): Promise<P> {
    const program = await starting;
    programs.push(program);
    return program;
  }

  return {
    url: completed.appUrl,
    port: ports.web,
    settings,
    databaseUrl: ownerUrl,
    adminEmail: completed.adminEmail,
    adminPassword: ADMIN_PASSWORD,
    mailbox: new Mailbox(`http://localhost:${ports.inbox}`),
    query,
    /** Locks a table exclusively until `release`. */
    async lock(table: string) {
      const client = new pg.Client({ connectionString: ownerUrl });
      client.on('error', () => {}); // a failed test stops PostgreSQL while the lock is held
      await client.connect();
      await client.query(`BEGIN; LOCK TABLE ${pg.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;
      return {
        /** Waits until at least this many connections wait for a lock. */
        async isAwaited(count = 1): Promise<void> {
          const isSo = async () => (await query(waiting)).length >= count;
          if (!(await until(isSo, MINUTE, 10))) throw new Error(`no connection waits for ${table}`);
        },
        release: () => client.end(),
      };
    },
    postgres,
    startApp: (changes: Record<string, string> = {}, options: Options = {}): Promise<AppProcess> =>
      keep(startApp({ ...settings, ...changes }, options)),
    startWorker: (changes: Record<string, string> = {}, options: Options = {}): Promise<Program> =>
      keep(
        startProgram(
          'worker.ts',
          { ...settings, ...changes, LOG_LEVEL: 'info' },
          (output) => output.includes('"worker started"'),
          options,
        ),
      ),
    startInbox: (): Promise<Program> =>
      keep(
        startProgram(
          'dev/inbox/inbox.ts',
          { DATA_DIR: folder.path, INBOX_PORT: String(ports.inbox), INBOX_SMTP_PORT: String(ports.inboxSmtp) },
          async () => (await isListening(ports.inbox)) && (await isListening(ports.inboxSmtp)),
        ),
      ),
    async startStripe(): Promise<StripeControl> {
      const own = { DATA_DIR: folder.path, STRIPE_PORT: String(ports.stripe), PORT: String(ports.web) };
      await keep(
        startProgram('stripe-emulator/main.ts', { ...settings, ...own }, (output) => output.includes('ready on')),
      );
      return new StripeControl(`http://localhost:${ports.stripe}`);
    },
    output: () => programs.map((program) => program.output()).join('\n'),
    async remove(): Promise<void> {
      await Promise.all(programs.map((program) => program.kill()));
      await end();
      await postgres.stop();
      folder.remove();
      if (/already executing a query/.test(this.output())) throw new Error('two statements at once on one connection');
    },
  };
}
export type DetachedStack = Awaited<ReturnType<typeof createDetachedStack>>;

/** A PostgreSQL of the stack, which tests kill, freeze and start again. */
async function embeddedServer(dir: string, port: number) {
  const launch = () => startPostgres({ dir, port, portIsFixed: true });
  let cluster = await launch();
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of processesIn(path.join(realpathSync(dir), 'data'))) signal(pid, name);
  };
  return {
    ownerUrl: cluster.url('premium'),
    /** Kills the postmaster with SIGKILL and waits until it is dead, so that no check takes it for a live server. */
    async kill(): Promise<void> {
      signal(cluster.pid, 'SIGKILL');
      await until(() => !isAlive(cluster.pid), 5000, 2);
    },
    stop: () => cluster.stop(),
    /** Sends SIGSTOP to all its processes: connections stay open, nothing is answered. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    start: async () => void (cluster = await launch()),
  };
}

/** The caller's own server. The stack does not control it. */
function ownServer(ownerUrl: string): Awaited<ReturnType<typeof embeddedServer>> {
  const refuse = () => {
    throw new Error('this stack does not control its PostgreSQL');
  };
  return { ownerUrl, kill: refuse, freeze: refuse, thaw: refuse, start: refuse, stop: async () => {} };
}

/** Logs in as the seeded admin. */
export async function logInAsAdmin({ url, adminEmail, adminPassword }: DetachedStack, at = url): Promise<HttpClient> {
  const client = new HttpClient(at);
  const answer = await client.send('/login/email', { json: { email: adminEmail, password: adminPassword } });
  if (answer.status !== 200 || !client.cookies.has(SESSION_COOKIE)) throw new Error(`no login: ${answer.text}`);
  return client;
}
