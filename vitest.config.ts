import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.next/**', 'e2e/**', 'generated/**'],
    globalSetup: './local/vitest-setup.ts',
    // The settings that lib/env.ts asks for. A file that imports lib/testing/database.ts gets a database over them.
    env: {
      APP_MODE: 'local',
      APP_URL: 'http://localhost:8080',
      HOST: '127.0.0.1',
      PORT: '8080',
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
      TZ: 'UTC',
    },
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
