import { expect, test } from 'vitest';
import type { Store, Taken } from './rows.ts';
import { replaced } from './store.ts';

const taken = (commit: string): Taken => ({
  commit,
  isChanged: false,
  date: '2026-11-22T18:08:59.000Z',
  load: 0,
  rows: [],
  machine: { processor: 'A processor', cores: 2, memoryGib: 23, node: '24.0.0', postgres: '18.0' },
});
const commits = (store: Store) => Object.entries(store).map(([name, { commit }]) => `${name} ${commit}`);

test('replaces the rows of the program that ran, and keeps the others with their commits', () => {
  const store = { start: taken('old'), usage: taken('older') };
  expect(commits(replaced(store, 'start', taken('new')))).toEqual(['start new', 'usage older']);
  expect(commits(replaced({ usage: taken('old') }, 'start', taken('new')))).toEqual(['start new', 'usage old']);
});

test('drops the rows of a program that no longer exists', () => {
  expect(commits(replaced({ gone: taken('old'), usage: taken('old') }, 'start', taken('new')))).toEqual([
    'start new',
    'usage old',
  ]);
});
