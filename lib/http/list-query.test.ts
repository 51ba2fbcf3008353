import { expect, test } from 'vitest';
import { z } from 'zod';
import { assertCursorFits, encodeCursor, listQuery, newestFirst } from './list-query.ts';

const Query = z.object(listQuery(['created_at', 'email'], '-created_at'));
const cursor = { sort: '-created_at', value: '2026-11-21 10:00:00+00', id: 'a' };

test('defaults to 50 rows in the default order of the list', () => {
  const usual = { by: 'created_at', isDescending: true, text: '-created_at' };
  expect(Query.parse({})).toEqual({ limit: 50, sort: usual });
});

test.each([{ limit: '0' }, { limit: '201' }, { limit: 'x' }, { sort: 'password' }, { sort: '--email' }])(
  'refuses the query %j',
  (query) => {
    expect(Query.safeParse(query).success).toBe(false);
  },
);

test('decodes a cursor, and refuses it in another sort order', () => {
  const query = Query.parse({ cursor: encodeCursor(cursor) });
  expect(query.cursor).toEqual(cursor);
  assertCursorFits(query.cursor, query.sort);
  expect(() => assertCursorFits(query.cursor, { ...query.sort, text: 'email' })).toThrow('different sort order');
});

test('refuses a cursor that was changed, truncated or forged', () => {
  const text = encodeCursor(cursor);
  const [body = '', signature = ''] = text.split('.');
  const forged = Buffer.from(JSON.stringify(['-created_at', 'no time', 'a'])).toString('base64url');
  const bad = ['', '.', body, `${body}.`, `.${signature}`, `${forged}.${signature}`, `${text}.x`, `${text}x`, 'null'];
  for (const value of bad) expect([value, Query.safeParse({ cursor: value }).success]).toEqual([value, false]);
});

test('returns a page of a list that is newest first, and continues after its last row', () => {
  const rows = ['c', 'b', 'a'].map((id) => ({ id, createdAt: new Date('2026-11-21T10:00:00Z') }));
  const { page, end } = newestFirst.toPage(rows, 2);
  expect(page.map(({ id }) => id)).toEqual(['c', 'b']);
  const { cursor } = z.object(newestFirst.query).parse({ cursor: end && encodeCursor(end) });
  const { createdAt } = rows[0] ?? { createdAt: new Date() };
  expect(newestFirst.after(cursor)).toEqual({ OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: 'b' } }] });
  expect(newestFirst.toPage(rows, 3).end).toBeNull();
});

test.each([
  { ...cursor, sort: 'created_at' },
  { ...cursor, value: 'no time' },
])('refuses to continue a list that is newest first after the cursor %j', (other) => {
  expect(() => newestFirst.after(other)).toThrow(expect.objectContaining({ code: 'malformed' }));
});
