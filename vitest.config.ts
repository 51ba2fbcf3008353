import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from './lib/testing/environment.ts';

/** Tests that read the repository's files only: part of `npm test -- static`. */
const STATIC = ['dev/checks/{decisions,plain-words,references}.test.ts', 'e2e/support/access-matrix.test.ts'];
/** Tests that run only in `npm run test:soak`. */
const SOAK = ['**/*.soak.test.ts'];
/** Tests that take a larger sample in `npm run test:soak` (lib/testing/soak.ts). */
const LARGER = [
  'agent/kill.test.ts',
  'agent/pseudonymity.test.ts',
  'lib/auth/sign-up/interleavings.test.ts',
  'lib/billing/sync/random.test.ts',
];
const OUTSIDE = ['node_modules/**', '.next/**', 'generated/**'];
/** Marks tests that need a separate process, because they replace a module or change globals of the process. */
const ALONE = /vi\.(mock|doMock|resetModules|stub|useFakeTimers|hoisted)/;
/**
 * Marks tests that need their own modules, environment and database, but may share a process
 * (dev/tests/vitest-fresh.ts).
 */
const FRESH = /database\.ts|testing\/cluster\.ts|inject\(|vi\.spyOn|process\.env|useTestEnvironment/;
const matching = (pattern: string, isWanted: (text: string) => boolean) =>
  globSync(pattern, { exclude: [...OUTSIDE, ...SOAK, ...STATIC] }).filter((file) =>
    isWanted(readFileSync(file, 'utf8')),
  );
const sharing = (pattern: string) => matching(pattern, (text) => !ALONE.test(text) && !FRESH.test(text));
const SHARE = sharing('**/*.test.ts');
const FRESH_SHARE = matching('**/*.test.ts', (text) => !ALONE.test(text) && FRESH.test(text));
const COMPONENTS_SHARE = sharing('**/*.test.tsx');
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
    // The settings that lib/env.ts requires. A file that imports lib/testing/database.ts gets its own DATABASE_URL.
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
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...OUTSIDE, ...STATIC, ...SOAK, ...SHARE, ...FRESH_SHARE],
          ...withDatabase,
        },
      },
      {
        extends: true,
        test: {
          name: 'fresh',
          include: FRESH_SHARE,
          isolate: false,
          ...withDatabase,
          setupFiles: [withDatabase.setupFiles, './dev/tests/vitest-fresh.ts'],
        },
      },
      { extends: true, test: { name: 'rules', include: SHARE, isolate: false } },
      {
        extends: true,
        test: { name: 'soak', include: [...SOAK, ...LARGER], exclude: OUTSIDE, env: { SOAK: '1' }, ...withDatabase },
      },
      {
        extends: true,
        resolve: inBrowser,
        test: { name: 'components', include: COMPONENTS_SHARE, isolate: false, ...components },
      },
      {
        extends: true,
        resolve: inBrowser,
        test: {
          name: 'components-alone',
          include: ['**/*.test.tsx'],
          exclude: [...OUTSIDE, ...COMPONENTS_SHARE],
          ...components,
        },
      },
    ],
  },
});
