import { expect, test } from 'vitest';
import { z } from 'zod';
import { assertCursorFits, encodeCursor, listQuery } from './list-query.ts';

const Query = z.object(listQuery(['created_at', 'email'], '-created_at'));
const cursor = { sort: '-created_at', value: '2026-11-21 10:00:00+00', id: 'a' };

test('defaults to 50 rows in the usual order', () => {
  const usual = { by: 'created_at', isDescending: true, text: '-created_at' };
  expect(Query.parse({})).toEqual({ limit: 50, sort: usual });
});

test.each([{ limit: '0' }, { limit: '201' }, { limit: 'x' }, { sort: 'password' }, { sort: '--email' }])(
  'refuses %j',
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
