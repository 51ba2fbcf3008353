/** The reference for P1, P2 and P3: a minimal Next.js app, built with the product's Next.js in the same run. */
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { freePort, isListening } from '#dev/stack/ports.ts';
import { until } from '#dev/stack/process.ts';
import { createSupervisor } from '#dev/stack/supervisor.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';

export type EmptyApp = { url: string; stop: () => Promise<void> };

/** Inside the project, because Turbopack does not resolve modules outside its root. */
const FOLDER = path.join(root, '.data-bench/empty-next');
const NEXT = 'node_modules/next/dist/bin/next';

/** Builds the app and serves it with `next start` on a free port. */
export async function startEmptyApp(): Promise<EmptyApp> {
  const supervisor = createSupervisor((text) => console.error(text));
  const env = { ...cleanEnvironment(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const stop = async () => {
    await supervisor.stop();
    rmSync(path.dirname(FOLDER), { recursive: true, force: true });
  };
  try {
    rmSync(FOLDER, { recursive: true, force: true });
    cpSync(path.join(import.meta.dirname, '../reference/empty-next'), FOLDER, { recursive: true });
    await supervisor.task({ name: 'Building the empty app', args: [NEXT, 'build', FOLDER], env });
    const port = await freePort();
    const address = ['--hostname', '127.0.0.1', '--port', String(port)];
    supervisor.serve({ name: 'The empty app', args: [NEXT, 'start', FOLDER, ...address], env });
    if (!(await until(() => isListening(port), 30_000))) throw new Error('The empty app did not start.');
    return { url: `http://127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
