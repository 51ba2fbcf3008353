import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MARK } from './mark.ts';

const FILLS = { unknown: '#4a4f4c', known: '#f8f6f1', match: '#4cc983' };

test('draws the mark in app/icon.svg', () => {
  const [, ...cells] = readFileSync('app/icon.svg', 'utf8').match(/<rect [^>]*>/g) ?? [];
  const drawn = cells.map((cell) => [...cell.matchAll(/ (x|y|width|fill)="([^"]*)"/g)].map(([, , value]) => value));
  const expected = MARK.map(({ column, row, kind }) => [`${2 + 10 * column}`, `${2 + 10 * row}`, '8', FILLS[kind]]);
  expect(drawn).toEqual(expected);
});

test('has images of 16, 32 and 48 pixels in app/favicon.ico', () => {
  const icon = readFileSync('app/favicon.ico');
  const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon[6 + 16 * index]);
  expect(sizes).toEqual([16, 32, 48]);
});

test('has one match, which completes a tick of known cells', () => {
  expect(MARK).toHaveLength(9);
  expect(MARK.filter(({ kind }) => kind === 'match')).toEqual([{ column: 2, row: 0, kind: 'match' }]);
  expect(MARK.filter(({ kind }) => kind === 'known')).toHaveLength(2);
});
