import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { publicPages } from './metadata.ts';

test('every page of the marketing folder, and the setup guide, is one that search engines shall know', () => {
  const cwd = path.resolve(import.meta.dirname, '../../app/(marketing)');
  const pages = globSync('**/page.tsx', { cwd }).map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`);
  expect([...pages, '/setup'].toSorted()).toEqual([...publicPages].toSorted());
});
