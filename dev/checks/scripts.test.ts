import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** npm runs these itself. */
const LIFECYCLE = ['prepare'];

test('README describes every npm script, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const described = [...read('README.md').matchAll(/`npm (?:run )?([a-z][a-z:-]*)/g)].map(([, name]) => name);
  expect(new Set(described)).toEqual(new Set(Object.keys(scripts).filter((name) => !LIFECYCLE.includes(name))));
});
