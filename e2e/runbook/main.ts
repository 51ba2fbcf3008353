/**
 * `npm run test:runbook`: sets production up on a bare Debian with the commands of docs/operations.md and nothing else
 * (R15). Needs root, and Debian's packages. RUNBOOK_ARCHIVES names a folder with two archives that were made before.
 */
import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeReleases } from '#bin/release/make-release.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { FOLDER, obstacle, runInside } from './machine.ts';

const reason = obstacle();
if (reason) {
  console.error(`test:runbook cannot run here: ${reason}.`);
  process.exit(2);
}
// To remove three unpacked releases takes minutes on a disk that discards.
const folder = await makeTestFolder('runbook', { inMemory: true });
try {
  const target = path.join(folder.path, 'archives');
  mkdirSync(target);
  const names = await provideArchives(target, process.env.RUNBOOK_ARCHIVES);
  const archives = names.map((name) => path.join(FOLDER, 'archives', name));
  process.exitCode = await runInside(folder.path, 'e2e/runbook/inside.ts', archives);
} finally {
  folder.remove();
}

/** Puts two archives into `target`, the older first. */
async function provideArchives(target: string, given?: string): Promise<string[]> {
  const names = given ? globSync('*.tar.gz', { cwd: given }).toSorted() : [];
  for (const name of names)
    for (const each of [name, `${name}.sha256`]) copyFileSync(path.join(given ?? '', each), path.join(target, each));
  if (names.length) return names;
  // The two differ in what they say that they are. What an upgrade changes in the product is the task of test:rolling.
  const releases = ['1.0.0', '1.1.0'].map((version) => ({
    name: `rspamd-premium-${version}`,
    release: { version, commit: `of ${version}` },
  }));
  const made = await makeReleases({ target, at: new Date(), level: 1, releases });
  return made.map((file) => path.basename(file));
}
