/** What a start leaves on disk while it runs: who it is, so that no second one uses the folder and a next one tidies up. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { identityOf, isSame, signal, takeLock, until } from './process.ts';

const Runtime = z.object({
  supervisor: z.string(),
  appUrl: z.string(),
  inboxUrl: z.string().nullable(),
  stripeUrl: z.string().nullable(),
  /** for the app's role, and for the one that owns the tables */
  databaseUrl: z.string(),
  ownerDatabaseUrl: z.string(),
  isReady: z.boolean(),
  children: z.array(z.string()),
});
/** `supervisor` and `children` are identities (process.ts); an address is null when the environment named somebody else's service. */
export type Runtime = z.infer<typeof Runtime>;

const runtimeFile = (dataDir: string) => path.join(dataDir, 'runtime.json');

/**
 * Takes the data folder for this process. Throws when a living start has it; after one that was killed, waits for its
 * processes, which notice within two seconds, and ends those that do not.
 */
export async function takeDataFolder(dataDir: string): Promise<() => void> {
  const lock = takeLock(path.join(dataDir, 'start.lock'));
  if ('holder' in lock) {
    throw new Error(
      `${dataDir} is in use by process ${lock.holder}. For a second copy: DATA_DIR=.data2 PORT=8090 npm start`,
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

/** Says what runs (mode 0600: the database's address holds its password). */
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

/** What runs, or ran until it was killed. */
export function readRuntime(dataDir: string): Runtime | undefined {
  const file = runtimeFile(dataDir);
  if (!existsSync(file)) return undefined;
  return Runtime.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
}
