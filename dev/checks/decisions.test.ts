import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(path.resolve(import.meta.dirname, '../..'), 'docs/decisions');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const records = readdirSync(folder)
  .filter((file) => /^\d/.test(file))
  .toSorted();
const FORM =
  /^# (\d{4}) \S.*\n\n- Status: (proposed|accepted|superseded by \[\d{4}\]\(\S+\))\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n\n.[^]*\n## Options\n\n.[^]*\n## Outcome\n\n./;

test('decision records are numbered without gaps', () => {
  const numbers = records.map((file) => Number(file.slice(0, 4)));
  expect(records.length).toBeGreaterThan(20);
  expect(numbers).toEqual(records.map((_, index) => index + 1));
});

test.each(records)('%s has the sections of the template, its own number, and a row in the list', (file) => {
  const [, number] = FORM.exec(read(file)) ?? [];
  expect(number).toBe(file.slice(0, 4));
  expect(read('README.md')).toContain(`[${number}](${file})`);
});
