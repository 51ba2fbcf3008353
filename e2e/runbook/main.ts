/**
 * `npm run test:runbook`: sets production up on a bare Debian with the commands of docs/operations.md and nothing else
 * (R15). Needs root, and Debian's packages. RUNBOOK_ARCHIVES names a folder with two archives that were made before.
 */
import { existsSync, globSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeRelease } from '#bin/release/make-release.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { root } from '#dev/stack/folders.ts';
import { obstacle, runInside } from './machine.ts';

const reason = obstacle();
if (reason) {
  console.error(`test:runbook cannot run here: ${reason}.`);
  process.exit(2);
}
const folder = await makeTestFolder('runbook');
try {
  const [first = '', second = ''] = await archives();
  process.exitCode = await runInside(folder.path, path.join(root, 'e2e/runbook/inside.ts'), [
    folder.path,
    first,
    second,
  ]);
} finally {
  folder.remove();
}

async function archives(): Promise<string[]> {
  const given = process.env.RUNBOOK_ARCHIVES;
  const target = given ?? path.join(folder.path, 'archives');
  if (!existsSync(target)) mkdirSync(target);
  const made = globSync('*.tar.gz', { cwd: target }).toSorted();
  if (made.length >= 2) return made.map((name) => path.join(target, name));
  const at = new Date();
  // The two hold the same files: what an upgrade changes in the product is the task of test:rolling.
  const files = [];
  for (const version of ['1.0.0', '1.1.0']) {
    const release = { version, commit: null };
    files.push(await makeRelease({ name: `rspamd-premium-${version}`, target, at, release, level: 1 }));
  }
  return files;
}
