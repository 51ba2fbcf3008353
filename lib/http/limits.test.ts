import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AT_ONCE, LIMITS } from './limits.ts';

const SPANS: Readonly<Record<number, string>> = { 60: 'minute', 900: '15 minutes', 3600: 'hour' };

/** The cells of a row: name, what, counted for, most, within, then. */
const ofCode = () => [
  ...Object.entries(LIMITS).map(([name, { counts, most, seconds, what, answer }]) => [
    ...[`\`${name}\``, what, counts, String(most), SPANS[seconds], answer],
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
