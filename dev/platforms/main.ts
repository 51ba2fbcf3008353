/**
 * `npm run test:platforms [-- --rspamd PREFIX] [platform…]`: loads every guide in a real Rspamd, laid out like its
 * platform, and prints a line of results for each. PREFIX is where another Rspamd is installed. Exits with 1 if a cell
 * is wrong.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { PLATFORMS } from '#lib/guides/schema.ts';
import { TEST_MESSAGE_ANSWERS } from '#lib/guides/test-message.ts';
import { LISTS } from '#lib/storage/schema.ts';
import { installationAt } from '../tests/rspamd.ts';
import { examine, type Examined } from './examine.ts';
import { withStorage } from './storage.ts';

/** The guide's weights: the full scores, which a match reaches once its hash was learned often enough. */
const SCORES = { premium: 10, bulk: 0.1 };

const COLUMNS = [
  ['platform', 18],
  ['both rules', 12],
  ['own rules', 11],
  ['configtest', 12],
  ['hit', 6],
  ['score', 13],
  ['test message', 12],
] as const;

const line = (cells: readonly string[]) =>
  COLUMNS.map(([, width], index) => (cells[index] ?? '').padEnd(width))
    .join('')
    .trimEnd();

export const HEADINGS = line(COLUMNS.map(([name]) => name));

/** A line of the matrix. Each cell describes its failure, if any. */
export function rowOf({ platform, rules, own, configtest, premium, bulk, testMessage }: Examined): string {
  const says = (isThere: boolean) => (isThere ? 'yes' : 'MISSING');
  return line([
    platform,
    says(rules),
    says(own),
    configtest === 'syntax OK' ? 'silent' : `SAYS ${configtest}`,
    premium !== undefined && bulk !== undefined ? 'yes' : 'NO',
    [premium, bulk].map((score) => score?.toFixed(2) ?? 'none').join(', '),
    LISTS.map((list) => scoreIn(testMessage[list]) ?? 'NONE').join(', '),
  ]);
}

/** Whether a platform passes in every column. */
export const isRight = ({ rules, own, configtest, premium, bulk, testMessage }: Examined): boolean =>
  rules &&
  own &&
  configtest === 'syntax OK' &&
  isScore(premium, SCORES.premium) &&
  isScore(bulk, SCORES.bulk) &&
  LISTS.every((list) => testMessage[list] === TEST_MESSAGE_ANSWERS[list]);

/** The score in a line such as `Symbol: FUZZY_BULK (0.05)[…]`. */
const scoreIn = (line: string) => /^Symbol: \w+ \(([\d.-]+)\)/.exec(line)?.[1];

const isScore = (found: number | undefined, expected: number) =>
  found !== undefined && Math.abs(found - expected) < expected / 100;

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
