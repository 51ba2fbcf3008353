import type { Examined } from './examine.ts';

/** The weights in the guide, which are the scores of a message that was learned often enough. */
const SCORES = { premium: 10, bulk: 0.1 };

const COLUMNS = [
  ['platform', 18],
  ['both rules', 12],
  ['own rules', 11],
  ['configtest', 12],
  ['hit', 6],
  ['score', 12],
] as const;

const line = (cells: readonly string[]) =>
  COLUMNS.map(([, width], index) => (cells[index] ?? '').padEnd(width))
    .join('')
    .trimEnd();

export const HEADINGS = line(COLUMNS.map(([name]) => name));

/** A line of the matrix. Each cell describes its failure, if any. */
export function rowOf({ platform, rules, own, configtest, premium, bulk }: Examined): string {
  const says = (isThere: boolean) => (isThere ? 'yes' : 'MISSING');
  return line([
    platform,
    says(rules),
    says(own),
    configtest === 'syntax OK' ? 'silent' : `SAYS ${configtest}`,
    premium !== undefined && bulk !== undefined ? 'yes' : 'NO',
    [premium, bulk].map((score) => score?.toFixed(2) ?? 'none').join(', '),
  ]);
}

/** Whether a platform passes in every column. */
export const isRight = ({ rules, own, configtest, premium, bulk }: Examined): boolean =>
  rules && own && configtest === 'syntax OK' && isScore(premium, SCORES.premium) && isScore(bulk, SCORES.bulk);

const isScore = (found: number | undefined, expected: number) =>
  found !== undefined && Math.abs(found - expected) < expected / 100;
