/**
 * For test files that share a process: gives each its own modules, environment and globals, as a process would. Only
 * packages stay loaded, which saves their loading once per file.
 */
import { afterAll, vi } from 'vitest';

const shared = globalThis as Record<string, unknown> & { environmentBefore?: NodeJS.ProcessEnv };
const before = (shared.environmentBefore ??= { ...process.env });

afterAll(() => {
  vi.resetModules();
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  for (const name of ['oauthProvider', 'boss', 'hashQueue', 'hashThreadsAreLow', 'outages', 'patience'])
    Reflect.deleteProperty(shared, name);
});
