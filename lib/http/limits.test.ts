import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#lib/base/time.ts';
import { AT_ONCE, LIMITS } from './limits.ts';

const SPANS: Readonly<Record<number, string>> = {
  [4 * SECOND]: '4 seconds',
  [MINUTE]: 'minute',
  [15 * MINUTE]: '15 minutes',
  [HOUR]: 'hour',
  [DAY]: 'day',
};

/** The rows of the tables in the code. Their cells: name, what, counted for, most, within, then. */
const ofCode = () => [
  ...Object.entries(LIMITS).map(([name, { counts, most, spanMs, what, answer }]) => [
    ...[`\`${name}\``, what, counts, String(most), SPANS[spanMs], answer],
  ]),
  ...Object.entries(AT_ONCE).map(([name, { counts, most, what, answer }]) => [
    ...[`\`${name}\``, what, counts, String(most), 'at a time', answer],
  ]),
];

/** The document's table rows whose first cell is a name between backquotes. */
const ofDocument = () =>
  readFileSync(path.join(import.meta.dirname, '../../docs/limits.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

test('matches docs/limits.md row by row', () => {
  expect(ofDocument()).toEqual(ofCode());
});
