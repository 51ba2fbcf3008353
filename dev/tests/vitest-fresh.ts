/**
 * Isolates test files that share a process: each gets its own modules, environment and globals. Packages stay loaded,
 * because loading them for each file takes time.
 */
import { afterAll, vi } from 'vitest';
import { forgetProcessState } from '#lib/base/process-state.ts';

const shared = globalThis as { environmentBefore?: NodeJS.ProcessEnv };
const before = (shared.environmentBefore ??= { ...process.env });

afterAll(() => {
  vi.resetModules();
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  forgetProcessState();
});
