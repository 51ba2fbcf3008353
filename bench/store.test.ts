import { expect, test } from 'vitest';
import { replaced, type Store, type Taken } from './store.ts';

const taken = (commit: string): Taken => ({
  ...{ commit, isChanged: false, date: '2026-11-22T18:08:59.000Z', load: 0, rows: [] },
  machine: { processor: 'A processor', cores: 2, memoryGib: 23, node: '24.0.0', postgres: '18.0' },
});
const commits = (store: Store) => Object.entries(store).map(([name, { commit }]) => `${name} ${commit}`);

test('a program that is run replaces its rows; the others keep theirs with their commit', () => {
  const store = { start: taken('old'), usage: taken('older') };
  expect(commits(replaced(store, 'start', taken('new')))).toEqual(['start new', 'usage older']);
  expect(commits(replaced({ usage: taken('old') }, 'start', taken('new')))).toEqual(['start new', 'usage old']);
});

test('the rows of a program that there is no more vanish', () => {
  expect(commits(replaced({ gone: taken('old'), usage: taken('old') }, 'start', taken('new')))).toEqual([
    'start new',
    'usage old',
  ]);
});
