import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AT_ONCE, LIMITS } from './limits.ts';

const SPANS: Readonly<Record<number, string>> = { 60: 'minute', 900: '15 minutes', 3600: 'hour' };

/** Name, what, counted for, how many, within, answer. */
const ofCode = () => [
  ...Object.entries(LIMITS).map(([name, { counts, most, seconds, what, answer }]) => [
    ...[`\`${name}\``, what, counts, String(most), SPANS[seconds], answer],
  ]),
  ...Object.entries(AT_ONCE).map(([name, { counts, most, what, answer }]) => [
    ...[`\`${name}\``, what, counts, String(most), 'at a time', answer],
  ]),
];

/** The rows of the document's tables whose first cell is a name in code. */
const ofDocument = () =>
  readFileSync(path.join(import.meta.dirname, '../../docs/limits.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

test('docs/limits.md shows each limit of the code, and no other', () => {
  expect(ofDocument()).toEqual(ofCode());
});
