/** The results of `npm run test:platforms` as people read them. */
import { TEST_MESSAGE_ANSWERS } from '#lib/guides/test-message.ts';
import { LISTS } from '#lib/storage/schema.ts';
import type { Examined } from './examine.ts';

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
