/** State of a running start on disk, so that no second start uses the folder, and the next one can clean up. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { identityOf, isSame, signal, takeLock, until } from './process.ts';

const Runtime = z.object({
  supervisor: z.string(),
  appUrl: z.string(),
  inboxUrl: z.string().nullable(),
  stripeUrl: z.string().nullable(),
  /** for commands; a copy of an older version did not record them */
  smtpUrl: z.string().optional(),
  metricsPort: z.number().optional(),
  /** Connects as the app's role. `ownerDatabaseUrl` connects as the role that owns the tables. */
  databaseUrl: z.string(),
  ownerDatabaseUrl: z.string(),
  isReady: z.boolean(),
  children: z.array(z.string()),
});
/** `supervisor` and `children` are identities (process.ts). A URL is null if the environment names another service. */
export type Runtime = z.infer<typeof Runtime>;

const runtimeFile = (dataDir: string) => path.join(dataDir, 'runtime.json');

/**
 * Takes the data folder for this process. Throws if a running start uses it. After a start that was killed, waits for
 * its processes, which normally end within two seconds, and kills the rest.
 */
export async function takeDataFolder(dataDir: string): Promise<() => void> {
  const lock = takeLock(path.join(dataDir, 'start.lock'));
  if ('holder' in lock) {
    throw new Error(
      `${dataDir} is in use by process ${lock.holder}. To run a second copy: DATA_DIR=.data2 PORT=8090 npm start`,
    );
  }
  const left = readRuntime(dataDir)?.children ?? [];
  if (!(await until(() => !left.some(isSame), 4000))) {
    for (const child of left.filter(isSame)) signal(Number.parseInt(child), 'SIGKILL');
    await until(() => !left.some(isSame), 2000);
  }
  rmSync(runtimeFile(dataDir), { force: true });
  return () => {
    rmSync(runtimeFile(dataDir), { force: true });
    lock.release();
  };
}

/** Records the running copy (mode 0600, because the database URL contains its password). */
export function writeRuntime(
  dataDir: string,
  runtime: Omit<Runtime, 'supervisor' | 'children'>,
  pids: readonly number[],
): void {
  const file = runtimeFile(dataDir);
  const text = JSON.stringify(
    { ...runtime, supervisor: identityOf(process.pid), children: pids.map(identityOf) } satisfies Runtime,
    null,
    2,
  );
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The running copy, or one that was killed. */
export function readRuntime(dataDir: string): Runtime | undefined {
  const file = runtimeFile(dataDir);
  if (!existsSync(file)) return undefined;
  return Runtime.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
}
