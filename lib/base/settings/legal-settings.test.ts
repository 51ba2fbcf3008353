import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LEGAL_ENVIRONMENT } from './legal-settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'legal-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: keyof typeof LEGAL_ENVIRONMENT, value: string) => {
  const result = z
    .object(LEGAL_ENVIRONMENT)
    .partial()
    .safeParse({ [name]: value });
  return result.success ? result.data[name] : result.error.issues.map(({ message }) => message).join();
};
const HOST = {
  name: 'Northern Racks Ltd',
  purpose: 'Runs our servers',
  data: 'All that we store',
  country: 'DE',
  basis: 'Adequacy decision',
  from: '2026-03-01',
};

describe('SUBPROCESSORS', () => {
  test('reads a file and JSON alike', () => {
    const file = path.join(folder, 'list.json');
    writeFileSync(file, `${JSON.stringify([HOST], null, 2)}\n`);
    expect(read('SUBPROCESSORS', file)).toEqual([HOST]);
    expect(read('SUBPROCESSORS', JSON.stringify([HOST]))).toEqual([HOST]);
    expect(read('SUBPROCESSORS', '[]')).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['without a basis', { ...HOST, basis: undefined }, '“Northern Racks Ltd”: basis'],
    [
      'in a country that does not exist',
      { ...HOST, country: 'XQ' },
      '“Northern Racks Ltd”: country: needs two capital',
    ],
    ['from a day that does not exist', { ...HOST, from: '2026-02-30' }, '“Northern Racks Ltd”: from: needs a day'],
    ['with an unknown field', { ...HOST, form: '2026-03-01' }, 'Northern Racks Ltd'],
    ['without a name', { ...HOST, name: undefined }, 'entry 2: name'],
  ])('refuses an entry %s, and names it', (_what, entry, text) =>
    expect(read('SUBPROCESSORS', JSON.stringify([{ ...HOST, name: 'First' }, entry]))).toContain(text),
  );

  test('refuses an entry that is named twice, a file that does not exist, and what is no JSON', () => {
    expect(read('SUBPROCESSORS', JSON.stringify([HOST, HOST]))).toContain('twice');
    expect(read('SUBPROCESSORS', path.join(folder, 'none.json'))).toBe('its file cannot be read (ENOENT)');
    expect(read('SUBPROCESSORS', '[{]')).toBe('is no JSON');
  });
});

test('reads the countries of hosting, and refuses one that does not exist', () => {
  expect(read('HOSTING_COUNTRY', 'DE, FI')).toEqual(['DE', 'FI']);
  expect(read('HOSTING_COUNTRY', 'Germany')).toContain('needs two capital letters');
});

test('reads an SLA, and refuses one without exclusions', () => {
  const sla = {
    version: '2026-12-01',
    applies: 'Enterprise plans',
    definition: ['A minute counts as lost if no storage answers.'],
    exclusions: ['Announced maintenance'],
    credits: [{ reached: 'Below 99.9%', credit: '10% of the month' }],
    claim: 'By email within 30 days.',
  };
  expect(read('SLA', JSON.stringify(sla))).toEqual(sla);
  expect(read('SLA', JSON.stringify({ ...sla, exclusions: [] }))).toContain('exclusions');
});
