/**
 * Isolates test files that share a process: each gets its own modules, environment and globals. Packages stay loaded,
 * because loading them for each file takes time.
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
