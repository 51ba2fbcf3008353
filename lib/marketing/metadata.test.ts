import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '#lib/base/paths.ts';
import { sitemapPages } from './metadata.ts';

test('lists the setup guide, /start and every marketing page except the admin API and the areas of the API reference', () => {
  const cwd = path.resolve(import.meta.dirname, '../../app/(marketing)');
  const pages = globSync('**/page.tsx', { cwd }).map((file) => `/${file.replace(/\/?page\.tsx$/, '')}`);
  expect(pages).toContain(paths.adminApi);
  const known = pages.filter((page) => page !== paths.adminApi && !page.startsWith(paths.apiArea('')));
  expect([...known, '/setup', '/start'].toSorted()).toEqual([...sitemapPages({ hasSla: true })].toSorted());
});
