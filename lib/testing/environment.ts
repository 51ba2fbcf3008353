import { randomBytes } from 'node:crypto';

const secret = () => randomBytes(32).toString('base64url');

/** Settings of a test process. Secrets are random, because a secret published in the repository is no secret (S30). */
export const TEST_SETTINGS = {
  APP_MODE: 'local',
  PORT: '8080',
  APP_URL: 'http://localhost:8080',
  HOST: '127.0.0.1',
  METRICS_PORT: '9080',
  DATABASE_URL: 'postgresql://127.0.0.1:1/none',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Rspamd Premium <support@rspamd.example>',
  STRIPE_SECRET_KEY: 'sk_test_standin_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  AUTH_SECRET: secret(),
  KEY_ENCRYPTION_KEY: secret(),
  OIDC_COOKIE_KEYS: secret(),
  ALLOW_TEST_PURCHASES: '1',
  LOG_LEVEL: 'silent',
};

/** What a program of a test gets of this process's environment: where programs and their compiled code are. */
export const programEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/** Sets the test settings, overridden by `changes`. Call it before the first `env()`, which caches them. */
export function useTestEnvironment(changes: Partial<typeof TEST_SETTINGS> = {}): void {
  Object.assign(process.env, TEST_SETTINGS, changes);
}
