/** Settings for a process of tests; none of them is used anywhere else. */
const SETTINGS = {
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
  AUTH_SECRET: 'tests: the secret of the sign-in sessions',
  KEY_ENCRYPTION_KEY: 'tests: the key that seals private halves',
  OIDC_COOKIE_KEYS: 'tests: the key that signs provider cookies',
  ALLOW_TEST_PURCHASES: '1',
  TRUSTED_PROXIES: '0',
  LOG_LEVEL: 'silent',
};

/** Gives the process the settings of tests, `changes` over them. Must happen before anything reads lib/env.ts, which keeps what it read. */
export function useTestEnvironment(changes: Partial<typeof SETTINGS> = {}): void {
  Object.assign(process.env, SETTINGS, changes);
}
