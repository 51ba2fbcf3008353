/** Temporary folders for tests. A later test removes the folders of tests that were killed. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identityOf, isSame, processesIn, signal, until } from '../stack/process.ts';

const PREFIX = 'rspamd-premium-test-';
/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/**
 * Creates a folder for this process, after removing those of processes that no longer run. With `inMemory`, the folder
 * is in memory if enough is free. Meant for many short-lived files, about 2 GiB in all.
 */
export async function makeTestFolder(
  purpose: string,
  { inMemory = false } = {},
): Promise<{ path: string; remove: () => void }> {
  const memory = existsSync(MEMORY) ? [MEMORY] : [];
  for (const parent of [tmpdir(), ...memory]) await clearAbandoned(parent);
  const parent = inMemory ? memory.find(hasPlenty) : undefined;
  const folder = mkdtempSync(path.join(parent ?? tmpdir(), `${PREFIX}${purpose}-`));
  writeFileSync(path.join(folder, 'owner'), identityOf(process.pid));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasPlenty(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 * GIB && process.availableMemory() >= 6 * GIB;
}

async function clearAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(parent, name);
    const owner = path.join(folder, 'owner');
    if (!existsSync(owner) || isSame(readFileSync(owner, 'utf8'))) continue;
    for (const data of ['postgres/data', 'data/postgres/data', 'template/data/postgres/data'].map((sub) =>
      path.join(folder, sub),
    )) {
      for (const pid of processesIn(data)) signal(pid, 'SIGKILL');
      await until(() => !processesIn(data).length, 3000);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
