/** Temporary folders for tests. A later test removes the folders of tests that were killed. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identityOf, isSame, processesIn, signal, until } from '../stack/process.ts';

const PREFIX = 'rspamd-premium-test-';

/** Creates a folder for this process, after removing those of processes that no longer run. */
export async function makeTestFolder(purpose: string): Promise<{ path: string; remove: () => void }> {
  await clearAbandoned();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${purpose}-`));
  writeFileSync(path.join(folder, 'owner'), identityOf(process.pid));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function clearAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
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
