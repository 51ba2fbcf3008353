import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from './lib/testing/environment.ts';

/** Tests that read the repository's files only: part of `npm test -- static`. */
const STATIC = [
  'dev/checks/{decisions,plain-words,references,test-names}.test.ts',
  'e2e/support/access-matrix.test.ts',
];
/** Tests that run only in `npm run test:soak`. */
const SOAK = ['**/*.soak.test.ts'];
/** Tests that take a larger sample in `npm run test:soak` (lib/testing/soak.ts), or only with `SOAK=full`. */
const LARGER = [
  'agent/kill.alone.test.ts',
  'bin/migrate/accounts.db.test.ts',
  ...(process.env.SOAK === 'full' ? ['agent/pseudonymity.db.test.ts'] : []),
  'lib/auth/sign-up/interleavings.db.test.ts',
  'lib/billing/sync/random.db.test.ts',
  'lib/oauth/provider/two-factor.db.test.ts',
  'lib/users/logins-in-flight.alone.test.ts',
];
const OUTSIDE = ['node_modules/**', '.next/**', 'generated/**'];
/** Tests with their own modules, environment and database, which may share a process (dev/tests/vitest-fresh.ts). */
const DB = ['**/*.db.test.ts'];
/** Tests that replace a module, or change globals or the environment of their process. */
const ALONE = ['**/*.alone.test.ts'];
const COMPONENTS_ALONE = ['**/*.alone.test.tsx'];
const components = {
  environment: 'jsdom',
  setupFiles: './dev/tests/vitest-dom.ts',
} as const;
const inBrowser = {
  alias: { 'next/navigation': path.resolve(import.meta.dirname, 'components/stories/next-navigation.ts') },
};
const withDatabase = {
  globalSetup: './dev/tests/vitest-setup.ts',
  setupFiles: './dev/tests/vitest-warnings.ts',
};

export default defineConfig({
  test: {
    // The settings that lib/base/settings/env.ts requires. A file that imports lib/testing/database.ts gets its own DATABASE_URL.
    env: { ...TEST_SETTINGS, TZ: 'UTC' },
    // More workers than cores, because many tests wait for processes, locks and clocks.
    maxWorkers: 3,
    // Only a test that hangs reaches this limit: a busy machine may take ten times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    includeTaskLocation: true, // `npm test` names the line of a failed test
    projects: [
      { extends: true, test: { name: 'static', include: STATIC } },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: OUTSIDE, ...withDatabase } },
      {
        extends: true,
        test: {
          name: 'db',
          include: DB,
          exclude: OUTSIDE,
          isolate: false,
          ...withDatabase,
          setupFiles: [withDatabase.setupFiles, './dev/tests/vitest-fresh.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['**/*.test.ts'],
          exclude: [...OUTSIDE, ...STATIC, ...SOAK, ...DB, ...ALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: [...SOAK, ...LARGER],
          exclude: OUTSIDE,
          env: { SOAK: process.env.SOAK ?? '1' },
          ...withDatabase,
        },
      },
      {
        extends: true,
        resolve: inBrowser,
        test: {
          name: 'components',
          include: ['**/*.test.tsx'],
          exclude: [...OUTSIDE, ...COMPONENTS_ALONE],
          isolate: false,
          ...components,
        },
      },
      {
        extends: true,
        resolve: inBrowser,
        test: { name: 'components-alone', include: COMPONENTS_ALONE, exclude: OUTSIDE, ...components },
      },
    ],
  },
});
