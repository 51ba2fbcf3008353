import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '..');
/** The fields that commands read from the file in which `npm start` records the running instance. */
const Runtime = z.object({
  appUrl: z.string(),
  databaseUrl: z.string(),
  stripeUrl: z.string().nullable(),
  smtpUrl: z.string().optional(),
  metricsPort: z.number().optional(),
});

/**
 * Without DATABASE_URL a command works on the instance that `npm start` runs in DATA_DIR: missing variables get its
 * settings. Exits with 2 if no instance runs there.
 */
export function provideLocalSettings(): void {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return;
  const dataDir = path.resolve(root, process.env.DATA_DIR || '.data');
  const runtime = readRuntime(path.join(dataDir, 'runtime.json'));
  const secrets = path.join(dataDir, 'secrets.env');
  if (!runtime || !existsSync(secrets)) {
    console.error(`Set DATABASE_URL and the other settings, or run \`npm start\` first: nothing runs in ${dataDir}.`);
    process.exit(2);
  }
  const settings = {
    APP_MODE: 'local',
    APP_URL: runtime.appUrl,
    DATABASE_URL: runtime.databaseUrl,
    PORT: new URL(runtime.appUrl).port || '8080',
    SMTP_URL: runtime.smtpUrl ?? 'smtp://127.0.0.1:1025',
    ...(runtime.metricsPort && { METRICS_PORT: String(runtime.metricsPort) }),
    MAIL_FROM: 'nobody@localhost',
    LOG_LEVEL: 'error',
    ...parseEnv(readFileSync(secrets, 'utf8')),
    ...(runtime.stripeUrl && { STRIPE_API_BASE: runtime.stripeUrl }),
  };
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value;
}

const readRuntime = (file: string) =>
  existsSync(file) ? Runtime.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined;
