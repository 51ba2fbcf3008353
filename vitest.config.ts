import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from './lib/testing/environment.ts';

const exclude = ['node_modules/**', '.next/**', 'e2e/**', 'generated/**'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude,
          globalSetup: './local/vitest-setup.ts',
          setupFiles: './local/vitest-warnings.ts',
          // The settings that lib/env.ts requires. A file that imports lib/testing/database.ts gets its own DATABASE_URL.
          env: { ...TEST_SETTINGS, TZ: 'UTC' },
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: {
          alias: { 'next/navigation': path.resolve(import.meta.dirname, 'components/stories/next-navigation.ts') },
        },
        test: {
          name: 'components',
          include: ['**/*.test.tsx'],
          exclude,
          environment: 'jsdom',
          setupFiles: './local/vitest-dom.ts',
          env: { TZ: 'UTC' },
          testTimeout: 20_000,
        },
      },
    ],
  },
});
