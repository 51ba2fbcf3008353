import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../stack/folders.ts';
import { plant, type Fault } from './fault.ts';
import { themes } from './faults.ts';

const faults = themes.flatMap((theme) => theme.faults);

test('has at least 45 faults, each with a different name', () => {
  expect(faults.length).toBeGreaterThanOrEqual(45);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

describe.each(faults)('$name', (fault) => {
  test('changes its file, and names existing tests', () => {
    const source = readFileSync(path.join(root, fault.file), 'utf8');
    expect(plant(source, fault)).not.toBe(source);
    expect(fault.tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

test.each(['none', 'one and one'])('refuses a fault whose text does not occur exactly once in %j', (source) => {
  const fault: Fault = { name: 'it', file: 'a.ts', find: 'one', replace: '$&', tests: [] };
  expect(() => plant(source === 'none' ? 'n' : source, fault)).toThrow('not once');
  expect(plant('just one', fault)).toBe('just $&');
});
