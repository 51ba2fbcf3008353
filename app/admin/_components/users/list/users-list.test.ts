import { describe, expect, test } from 'vitest';
import { nextPage, pageNumber, previousPage } from '../../lists/keyset-pages.ts';
import { usersList, type UsersView } from './users-list.ts';

const { listQuery, pageQuery } = usersList;

const VIEW: UsersView = {
  search: '',
  status: null,
  admin: null,
  verified: null,
  subscription: null,
  sort: '-created_at' as const,
  page: 1,
  after: [],
  user: null,
};
const walk = (steps: number): UsersView =>
  Array.from({ length: steps }).reduce<UsersView>(
    (view, _, step) => ({ ...view, ...(nextPage(view, `cursor${step + 1}`) as Partial<UsersView>) }),
    VIEW,
  );

describe('keyset pages', () => {
  test('steps forward with the cursor of the last response', () => {
    expect(
      [0, 1, 2, 30].map((steps) => [
        pageNumber(walk(steps)),
        new URLSearchParams(pageQuery(walk(steps))).get('cursor'),
      ]),
    ).toEqual([
      [1, null],
      [2, 'cursor1'],
      [3, 'cursor2'],
      [31, 'cursor30'],
    ]);
  });

  test('steps back one page, or to the first page if no cursor is left', () => {
    expect(previousPage(walk(0))).toBeNull();
    expect(previousPage(walk(1))).toMatchObject({ page: null, after: null });
    expect(previousPage(walk(3))).toMatchObject({ page: 3, after: ['cursor1', 'cursor2'] });
    expect(previousPage({ ...walk(30), after: ['cursor30'] })).toMatchObject({ page: null, after: null });
  });

  test('keeps at most 10 cursors', () => {
    expect(walk(30).after).toHaveLength(10);
  });

  test('has no page after the last', () => expect(nextPage(walk(2), null)).toBeNull());

  test('treats a page number without a cursor as the first page', () =>
    expect(pageNumber({ ...VIEW, page: 7 })).toBe(1));
});

test('sends only what differs from the defaults, without page and panel', () => {
  const view: UsersView = { ...walk(2), search: ' ada ', admin: 'false', user: 'id' };
  expect(String(listQuery(view))).toBe('search=ada&admin=false');
});
