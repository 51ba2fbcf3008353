import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createOneTimeToken } from '#lib/auth/one-time-token.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { commands, inWords, promises } from './promises.ts';
import { DAY, HOUR, SECOND } from './time.ts';

test.each([
  [70 * SECOND, '70 seconds'],
  [10 * 60 * SECOND, '10 minutes'],
  [DAY, '24 hours'],
  [72 * HOUR, '72 hours'],
])('writes %d ms as %s', (ms, words) => expect(inWords(ms)).toBe(words));

test('keeps a mailed link valid for as long as pages and emails say', () =>
  inRollback(async (db) => {
    const user = await createUserRow(db);
    const now = new Date('2026-06-15T12:00:00Z');
    await createOneTimeToken(db, 'verify_email', { id: user.id, email: user.email ?? '' }, now);
    const [token] = await db.oneTimeToken.findMany({ where: { userId: user.id } });
    expect(token && token.expiresAt.getTime() - token.createdAt.getTime()).toBe(promises.mailedLink);
  }));

test.each(['docs/product.md', 'docs/storage-host.md'])('%s states the time after which a key works', (file) =>
  expect(readFileSync(file, 'utf8')).toContain(`within ${inWords(promises.keyChange)}`),
);

test('takes the promises in pages and emails from lib/base/promises.ts', () => {
  const files = globSync('{app,components,emails,lib/marketing}/**/*.{ts,tsx}').filter(
    (file) => !/\.(test|stories)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const own = files.filter((file) => OWN.test(readFileSync(file, 'utf8')));
  expect(own).toEqual([]);
});
const OWN = new RegExp(
  `${inWords(promises.keyChange)}|within two minutes|${inWords(promises.emailUndo)}|rspamadm configtest|expires? (in|after) \\d+ hours|${commands.fuzzyPing}`,
);
