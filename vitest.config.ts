import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from './lib/testing/environment.ts';

/** Tests that read the repository's files only: part of `npm test -- static`. */
const STATIC = ['dev/checks/{decisions,plain-words,references}.test.ts'];

export default defineConfig({
  test: {
    // The settings that lib/env.ts requires. A file that imports lib/testing/database.ts gets its own DATABASE_URL.
    env: { ...TEST_SETTINGS, TZ: 'UTC' },
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'static', include: STATIC } },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', '.next/**', 'e2e/**', 'generated/**', ...STATIC],
          globalSetup: './dev/tests/vitest-setup.ts',
          setupFiles: './dev/tests/vitest-warnings.ts',
        },
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
