/**
 * `npm run release -- FOLDER`: builds what has changed and writes the archive of a release for hosts without containers
 * into an existing folder, with its sha256 sum. Its name has the version, the commit and the platform. Refuses changes
 * that are not committed, because the name would be wrong.
 */
import '#lib/base/one-line-errors.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeReleases } from './release/make-release.ts';

const root = path.resolve(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const [target] = process.argv.slice(2);
if (!target) fail('Usage: npm run release -- FOLDER', 2);
if (git('status', '--porcelain')) fail('There are changes that are not committed: git status');
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
const commit = git('rev-parse', '--short=12', 'HEAD');
const name = `rspamd-premium-${version}-${commit.slice(0, 8)}-${process.platform}-${process.arch}`;
const at = new Date(git('log', '-1', '--format=%cI'));
console.error(`Packing ${name}: a minute or two …`);
const releases = [{ name, release: { version, commit } }];
for (const archive of await makeReleases({ target: path.resolve(target), at, releases })) console.log(archive);

function fail(text: string, code = 1): never {
  console.error(text);
  process.exit(code);
}
