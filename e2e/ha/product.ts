/** The product on the cluster: two web processes, one of them behind PgBouncer, two workers, an inbox and Stripe. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startApp, startProgram, type Program } from '../support/stacks/app-process.ts';
import { StripeControl } from '../support/stacks/stripe-control.ts';
import { root } from '#dev/stack/folders.ts';
import { isListening } from '#dev/stack/ports.ts';
import { completeSettings } from '#dev/stack/settings.ts';
import { capture } from '#dev/tests/capture.ts';
import { freePorts, ownerDatabase } from '#dev/tests/test-copy.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import type { HaCluster } from './cluster.ts';

export type Mail = { to: string; subject: string; text: string; at: string };
export type Product = Awaited<ReturnType<typeof startProduct>>;

export async function startProduct(cluster: HaCluster, folder: string) {
  const programs: Program[] = [];
  const stop = () => Promise.allSettled(programs.map((program) => program.kill()));
  try {
    return await start(cluster, folder, programs, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(cluster: HaCluster, folder: string, programs: Program[], stop: () => Promise<unknown>) {
  const { ports, app, appUrl, secrets, adminEmail } = await completeSettings(
    { ...(await freePorts()), DATA_DIR: folder, DATABASE_URL: cluster.appUrl },
    'local',
  );
  const { PORT: _port, METRICS_PORT: _metricsPort, ...own } = app;
  const settings = { ...own, DATABASE_URL: cluster.appUrl, LOG_LEVEL: 'warn' };
  await createDatabase(cluster);
  await run('bin/migrate/migrate.ts', { ...settings, MIGRATE_DATABASE_URL: cluster.ownerUrl });
  const admin = { email: adminEmail, password: secrets.ADMIN_PASSWORD };
  await run('prisma/seed.ts', {
    ...{ ...settings, SEED: 'none', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });

  const keep = async <P extends Program>(starting: Promise<P>): Promise<P> => {
    const program = await starting;
    programs.push(program);
    return program;
  };
  const inbox = { DATA_DIR: folder, INBOX_PORT: String(ports.inbox), INBOX_SMTP_PORT: String(ports.inboxSmtp) };
  await keep(
    startProgram(
      'dev/inbox/inbox.ts',
      inbox,
      async () => (await isListening(ports.inbox)) && (await isListening(ports.inboxSmtp)),
    ),
  );
  const stripe = { DATA_DIR: folder, STRIPE_PORT: String(ports.stripe), PORT: String(ports.web) };
  await keep(
    startProgram('stripe-emulator/main.ts', { ...settings, ...stripe }, (output) => output.includes('ready on')),
  );
  const direct = await keep(startApp({ ...settings, PORT: String(ports.web) }));
  const pooled = await keep(startApp({ ...settings, DATABASE_URL: cluster.pooledUrl, DATABASE_POOLER: '1' }));
  for (const _ of [1, 2])
    await keep(
      startProgram('worker.ts', { ...settings, LOG_LEVEL: 'info' }, (output) => output.includes('"worker started"')),
    );

  const database = ownerDatabase(cluster.ownerUrl);
  return {
    appUrl,
    urls: [direct.url, pooled.url] as const,
    admin,
    stripe: new StripeControl(`http://localhost:${ports.stripe}`),
    query: database.query,
    mails: async (): Promise<Mail[]> => (await (await fetch(`http://localhost:${ports.inbox}/email`)).json()) as Mail[],
    output: () => programs.map((program) => program.output()).join('\n'),
    async stop(): Promise<void> {
      await stop();
      await database.end();
    },
  };
}

/** Creates the database and its two roles, with the same file that an operator uses. */
async function createDatabase({ superuserUrl, passwords }: HaCluster): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE premium');
  await client.end();
  execFileSync('psql', ['--no-psqlrc', '--set=ON_ERROR_STOP=1', superuserUrl('premium')], {
    input: readFileSync(path.join(root, 'deploy/postgres-roles.sql')),
    env: { ...process.env, DATABASE_OWNER_PASSWORD: passwords.owner, DATABASE_APP_PASSWORD: passwords.app },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
}

async function run(file: string, settings: Record<string, string>): Promise<void> {
  const { code, output } = await capture(process.execPath, [file], { env: { ...cleanEnvironment(), ...settings } });
  if (code) throw new Error(`${file} failed:\n${output}`);
}
