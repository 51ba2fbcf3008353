/** A copy of the whole product for tests, started by the code of `npm start` on free ports in its own folder. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { execa } from 'execa';
import { MINUTE } from '#lib/base/time.ts';
import { root } from '../stack/folders.ts';
import { until } from '../stack/process.ts';
import { readRuntime } from '../stack/runtime.ts';
import { freePorts } from './test-copy.ts';

export type Stack = {
  /** The copy's URLs and credentials: BASE_URL, INBOX_URL, STRIPE_URL, ADMIN_EMAIL, ADMIN_PASSWORD, … */
  coordinates: Record<string, string>;
  /** Everything that the copy has printed so far. */
  output: () => string;
  /** The process of dev/start.ts. */
  process: ChildProcess;
  stop: () => Promise<void>;
};

/** Variables that a developer's shell may set, and that must not reach a test. */
const NOT_INHERITED =
  /^(DATABASE_|MIGRATE_|SMTP_|MAIL_|SUPPORT_|SECURITY_|SALES_|FUZZY_|REPOSITORY_|SELLER_|PRIVACY_|HOSTING_|SUBPROCESSORS$|SLA$|STRIPE_|ADMIN_|DEMO_|SEED$|APP_|AUTH_|KEY_|OIDC_|ALLOW_|TRUSTED_|SHUTDOWN_|HSTS_|PORT$|HOST$|METRICS_|PG_|INBOX_|DATA_DIR$|NODE_ENV$|LOG_|npm_|NODE_OPTIONS$|VITEST|TEST$)/;

/**
 * For copies whose database is never stopped. On a busy machine, a statement could exceed the default timeout, and the
 * test would get a 503.
 */
export const PATIENT = { DATABASE_STATEMENT_MS: '30000' };

/** The part of this process's environment that test programs may inherit. */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name))) as NodeJS.ProcessEnv;

/** Starts a copy and waits until it is ready. Throws with its output if it does not become ready. */
export async function startStack(dataDir: string, settings: Record<string, string> = {}): Promise<Stack> {
  const env = {
    ...cleanEnvironment(),
    ...(await freePorts()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const child = execa(process.execPath, ['dev/start.ts', '--no-env-file'], {
    cwd: root,
    env,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
    forceKillAfterDelay: 12_000,
    cleanup: false,
  });
  let output = '';
  child.all.on('data', (data: Buffer) => (output += data.toString()));
  const { nodeChildProcess } = child;
  const hasEnded = () => nodeChildProcess.exitCode !== null || nodeChildProcess.signalCode !== null;
  const stop = async () => {
    child.kill();
    await child;
  };
  // The folder may hold the state of an earlier copy that was killed.
  const isReady = () => {
    const runtime = readRuntime(dataDir);
    return hasEnded() || (runtime?.isReady === true && Number.parseInt(runtime.supervisor) === child.pid);
  };
  if (!(await until(isReady, 10 * MINUTE, 100)) || hasEnded()) {
    await stop();
    throw new Error(`The copy for the tests did not start:\n${output}`);
  }
  return { coordinates: coordinatesOf(dataDir), output: () => output, process: nodeChildProcess, stop };
}

function coordinatesOf(dataDir: string): Record<string, string> {
  const { ADMIN_PASSWORD, DEMO_PASSWORD, KEY_ENCRYPTION_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_SECRET_KEY } = parseEnv(
    readFileSync(path.join(dataDir, 'secrets.env'), 'utf8'),
  );
  const runtime = readRuntime(dataDir);
  const values = {
    BASE_URL: runtime?.appUrl,
    INBOX_URL: runtime?.inboxUrl,
    STRIPE_URL: runtime?.stripeUrl,
    // Connects as the owner, because tests read and change rows that the app's role may not.
    DATABASE_URL: runtime?.ownerDatabaseUrl,
    APP_DATABASE_URL: runtime?.databaseUrl,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD,
    DEMO_PASSWORD,
    KEY_ENCRYPTION_KEY,
    STRIPE_WEBHOOK_SECRET,
    STRIPE_SECRET_KEY,
  };
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
