import { defineConfig } from 'vitest/config';
import { TEST_SETTINGS } from './lib/testing/environment.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', '.next/**', 'e2e/**', 'generated/**'],
    globalSetup: './local/vitest-setup.ts',
    setupFiles: './local/vitest-warnings.ts',
    // The settings that lib/env.ts requires. A file that imports lib/testing/database.ts gets its own DATABASE_URL.
    env: { ...TEST_SETTINGS, TZ: 'UTC' },
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
