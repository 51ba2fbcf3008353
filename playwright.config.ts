import { defineConfig } from '@playwright/test';

// `npm test` starts the app and sets BASE_URL; e2e/support/stacks/stack.ts throws without it.
const { BASE_URL, CHROMIUM_PATH } = process.env;

/** Long tests that start other programs and wait for them. */
const WAITING = ['apache', 'crash', 'examples', 'image', 'instances', 'kills', 'nginx', 'rspamd', 'runbook'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts', // tests of its helpers (*.test.ts) run with Vitest
  projects: [
    { name: 'browser', testIgnore: '**/e2e/soak/**' },
    // Parts of `npm run test:soak`. Two files at a time if they wait for other programs, one if they measure times.
    { name: 'long', testMatch: WAITING.map((name) => `**/e2e/soak/${name}.spec.ts`), workers: 2 },
    { name: 'soak', testDir: 'e2e/soak', testIgnore: WAITING.map((name) => `**/${name}.spec.ts`), workers: 1 },
  ],
  outputDir: 'test-results',
  globalTeardown: './e2e/support/contract-check.ts',
  // Every file has its own users and keys, so files run in parallel, the tests of one file in order. More workers than
  // cores, because many tests wait for processes, jobs and clocks.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only a test that hangs reaches this limit: a busy machine may take ten times as long as usual.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_REPORT ?? 'test-results/report.json' }]],
  use: {
    ...(BASE_URL && { baseURL: BASE_URL }),
    // A missing element fails its test long before the test's own limit.
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Tracing takes a third of the suite's time. To trace one file: TRACE=1 npm test -- e2e/the.spec.ts
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        '--js-flags=--no-maglev --no-turbofan', // optimizing scripts that run once costs more than it saves
        '--renderer-process-limit=1', // starts no spare process for each page, which takes a tenth of a page's time
      ],
    },
  },
});
