import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from './lib/testing/environment.ts';

/** Tests that read the repository's files only: part of `npm test -- static`. */
const STATIC = ['dev/checks/{decisions,plain-words,references}.test.ts'];
/** Tests that run only in `npm run test:soak`. */
const SOAK = ['**/*.soak.test.ts'];
/** Tests that take a larger sample there (lib/testing/soak.ts). */
const LARGER = ['agent/kill.test.ts', 'lib/billing/sync/random.test.ts'];
const OUTSIDE = ['node_modules/**', '.next/**', 'e2e/**', 'generated/**'];
const withDatabase = {
  globalSetup: './dev/tests/vitest-setup.ts',
  setupFiles: './dev/tests/vitest-warnings.ts',
};

export default defineConfig({
  test: {
    // The settings that lib/env.ts requires. A file that imports lib/testing/database.ts gets its own DATABASE_URL.
    env: { ...TEST_SETTINGS, TZ: 'UTC' },
    // More than cores: many tests wait for processes, locks and clocks.
    maxWorkers: 3,
    // Only what hangs ends here: a busy machine may take ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    includeTaskLocation: true, // `npm test` names the line of a failed test
    projects: [
      { extends: true, test: { name: 'static', include: STATIC } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...OUTSIDE, ...STATIC, ...SOAK],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: { name: 'soak', include: [...SOAK, ...LARGER], exclude: OUTSIDE, env: { SOAK: '1' }, ...withDatabase },
      },
      {
        extends: true,
        resolve: {
          alias: { 'next/navigation': path.resolve(import.meta.dirname, 'components/stories/next-navigation.ts') },
        },
        test: {
          name: 'components',
          include: ['**/*.test.tsx'],
          exclude: ['node_modules/**', '.next/**'],
          environment: 'jsdom',
          setupFiles: './dev/tests/vitest-dom.ts',
        },
      },
    ],
  },
});
