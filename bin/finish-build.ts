/**
 * Last step of `npm run build`: adds compile hints to scripts, compresses files (docs/decisions/0019 and 0006) and notes
 * the version and commit. COMMIT names the commit where the build has no repository, as in an image.
 */
import '#lib/base/one-line-errors.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_FILE } from '#lib/base/settings/release.ts';
import { compressStaticFiles, hintScripts } from '#server/static-responses.ts';

const root = path.resolve(import.meta.dirname, '..');
const build = path.join(root, '.next');
await hintScripts(build);
await compressStaticFiles(build);

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
writeFileSync(path.join(root, RELEASE_FILE), JSON.stringify({ version, commit: process.env.COMMIT || findCommit() }));

/** The commit of the working tree, marked if files differ from it; null without a repository. */
function findCommit(): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') ? '-changed' : '');
  } catch {
    return null;
  }
}
