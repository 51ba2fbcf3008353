/** Completes the settings from the environment with defaults for one machine. */
import { isLiveStripeKey } from '#lib/base/settings/env.ts';
import { LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { site } from '#lib/base/settings/site.ts';
import { dataDirectory } from './folders.ts';
import { choosePort, parsePort } from './ports.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/** Flags of Node.js for the web process (docs/decisions/0016-short-garbage-collections.md). */
export const WEB_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=1536'];
export type Environment = Readonly<Record<string, string | undefined>>;
export type Ports = {
  web: number;
  metrics: number;
  postgres: number;
  inbox: number;
  inboxSmtp: number;
  stripe: number;
};

export type Settings = {
  mode: 'local' | 'development';
  dataDir: string;
  host: string;
  ports: Ports;
  appUrl: string;
  secrets: Secrets;
  adminEmail: string;
  /** True for each service or secret that this start provides, because the environment names none. */
  provides: { postgres: boolean; inbox: boolean; stripe: boolean; adminPassword: boolean };
  /** PG_PORT is set, so no other port is used. */
  postgresPortIsFixed: boolean;
  /** The settings of lib/base/settings/env.ts except DATABASE_URL, which is not known until the database runs. */
  app: Record<string, string>;
};

/** Chooses a value for every setting that is not set. Throws an error for the operator if a given port is in use. */
export async function completeSettings(env: Environment, mode: Settings['mode']): Promise<Settings> {
  const dataDir = dataDirectory(env);
  const host = env.HOST || '127.0.0.1';
  const secrets = loadSecrets(dataDir);
  const provides = {
    postgres: !env.DATABASE_URL,
    inbox: !env.SMTP_URL,
    stripe: !env.STRIPE_SECRET_KEY || (isEmulatorKey(env.STRIPE_SECRET_KEY) && !env.STRIPE_API_BASE),
    adminPassword: !env.ADMIN_PASSWORD,
  };
  const ports = await choosePorts(env, host);
  const given = (name: keyof Secrets) => env[name] || secrets[name];
  const appUrl = env.APP_URL || `http://localhost:${ports.web}`;
  const app: Record<string, string> = {
    APP_MODE: mode,
    NODE_ENV: mode === 'development' ? 'development' : 'production',
    PORT: String(ports.web),
    APP_URL: appUrl,
    HOST: host,
    METRICS_PORT: String(ports.metrics),
    SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.inboxSmtp}`,
    MAIL_FROM: env.MAIL_FROM || `${site.name} <${env.SUPPORT_MAIL || LOCAL_SITE.SUPPORT_MAIL}>`,
    STRIPE_SECRET_KEY: given('STRIPE_SECRET_KEY'),
    STRIPE_WEBHOOK_SECRET: given('STRIPE_WEBHOOK_SECRET'),
    AUTH_SECRET: given('AUTH_SECRET'),
    KEY_ENCRYPTION_KEY: given('KEY_ENCRYPTION_KEY'),
    OIDC_COOKIE_KEYS: given('OIDC_COOKIE_KEYS'),
    // lib/base/settings/env.ts does not allow test purchases with a live Stripe key.
    ALLOW_TEST_PURCHASES: env.ALLOW_TEST_PURCHASES || (isLiveStripeKey(env.STRIPE_SECRET_KEY ?? '') ? '0' : '1'),
    ...(provides.stripe && { STRIPE_API_BASE: `http://127.0.0.1:${ports.stripe}` }),
  };
  return {
    mode,
    dataDir,
    host,
    ports,
    appUrl,
    provides,
    app,
    secrets: { ...secrets, ADMIN_PASSWORD: given('ADMIN_PASSWORD'), DEMO_PASSWORD: given('DEMO_PASSWORD') },
    adminEmail: env.ADMIN_EMAIL || 'admin@example.com',
    postgresPortIsFixed: Boolean(env.PG_PORT),
  };
}

async function choosePorts(env: Environment, host: string): Promise<Ports> {
  // The default public port is fixed, too: links and registered redirect URIs contain it.
  const web = await choosePort('PORT', env.PORT || '8080', 8080, host);
  const ports = {
    web,
    metrics: await choosePort('METRICS_PORT', env.METRICS_PORT, web + 1000 > 65535 ? web - 1000 : web + 1000),
    // Not checked: an orphaned PostgreSQL of ours may be listening on it, and is adopted.
    postgres: parsePort('PG_PORT', env.PG_PORT || '54329'),
    inbox: await choosePort('INBOX_PORT', env.INBOX_PORT, 1080),
    inboxSmtp: await choosePort('INBOX_SMTP_PORT', env.INBOX_SMTP_PORT, 1025),
    stripe: await choosePort('STRIPE_PORT', env.STRIPE_PORT, 12111),
  };
  const twice = Object.values(ports).find((port, index, all) => all.indexOf(port) !== index);
  if (twice)
    throw new Error(
      `Port ${twice} is used twice. Give PORT, METRICS_PORT, INBOX_PORT and the others different values.`,
    );
  return ports;
}

const isEmulatorKey = (key: string) => key.startsWith('sk_test_standin_');
