/**
 * `npm run test:platforms [-- --rspamd PREFIX] [platform…]`: loads every guide in a real Rspamd, laid out like its
 * platform, and prints a line of results for each. PREFIX is where another Rspamd is installed. Exits with 1 if a cell
 * is wrong.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { PLATFORMS } from '#lib/guides/schema.ts';
import { installationAt } from '../tests/rspamd.ts';
import { examine } from './examine.ts';
import { HEADINGS, isRight, rowOf } from './results.ts';
import { withStorage } from './storage.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { rspamd: { type: 'string' } } });
const prefix = values.rspamd ?? '/usr';
const installation = installationAt(prefix);
const chosen = PLATFORMS.filter((platform) => !positionals.length || positionals.includes(platform));
const unknown = positionals.filter((name) => !chosen.some((platform) => platform === name));
if (unknown.length) throw new Error(`No such platform: ${unknown.join(', ')}. There are: ${PLATFORMS.join(', ')}`);

const version = execFileSync(installation.rspamadm, ['--version'], { encoding: 'utf8' }).trim();
console.log(`${version}, ${installation.rspamadm}`);
console.log(HEADINGS);
await withStorage(installation, async (storage) => {
  for (const platform of chosen) {
    const examined = await examine(installation, storage, platform);
    console.log(rowOf(examined));
    if (!isRight(examined)) process.exitCode = 1;
  }
});
