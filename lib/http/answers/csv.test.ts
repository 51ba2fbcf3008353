import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { toLines, type Cell } from '#lib/base/text/csv.ts';
import { csvResponse } from './csv.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|x\nsecond line', '=HYPERLINK("http://a","b")'])(
  'neutralises the cell %j (S41)',
  (text) => {
    const [row] = Papa.parse<string[]>(toLines([['a', text]])).data;
    expect(row).toEqual(['a', `'${text}`]);
  },
);

test('preserves cells that are not formulas', () => {
  const row: Cell[] = ['a,b', 'say "x"', 'two\nlines', '', 'ü', 0, true, null];
  expect(Papa.parse<string[]>(toLines([row])).data[0]).toEqual([
    ...['a,b', 'say "x"', 'two\nlines', '', 'ü', '0', 'true', ''],
  ]);
  expect(toLines([])).toBe('');
});

test('stops reading rows when the client disconnects', async () => {
  let hasEnded = false;
  async function* rows(): AsyncGenerator<Cell[][]> {
    try {
      for (let n = 0; ; n++) yield [[n]];
    } finally {
      hasEnded = true;
    }
  }
  const response = csvResponse('x.csv', ['n'], rows());
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.csv"');
  const reader = response.body?.getReader();
  const texts = [await reader?.read(), await reader?.read()].map((part) => new TextDecoder().decode(part?.value));
  expect(texts).toEqual(['n\r\n', '0\r\n']);
  await reader?.cancel();
  expect(hasEnded).toBe(true);
});
