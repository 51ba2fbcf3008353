import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noFaults } from './faults.ts';
import { type State, emptyState } from './state.ts';

export type Store = { isNew: boolean; readonly state: State; save(): void; rollback(): void };

/** The state in `$dir/stripe/state.json`. Saves by renaming, so that a kill leaves the old or the new file. */
export function openStore(dir: string): Store {
  const folder = path.join(dir, 'stripe');
  const file = path.join(folder, 'state.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  let saved = isNew ? JSON.stringify(emptyState('')) : readFileSync(file, 'utf8');
  let state = parseState(saved);

  return {
    isNew,
    get state() {
      return state;
    },
    save() {
      saved = JSON.stringify(state);
      writeFileSync(`${file}.new`, saved, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    /** Discards all changes since the last save. */
    rollback() {
      state = parseState(saved);
    },
  };
}

/**
 * A state without a file. `rollsBack` copies the state for each request. Without it, a request that fails halfway
 * leaves its changes.
 */
export function openMemory(rollsBack: boolean): Store {
  let state = emptyState('');
  let saved = JSON.stringify(state);
  return {
    isNew: true,
    get state() {
      return state;
    },
    save() {
      if (rollsBack) saved = JSON.stringify(state);
    },
    rollback() {
      if (rollsBack) state = parseState(saved);
    },
  };
}

/** Adds tables and faults that the file of an older version lacks. */
function parseState(text: string): State {
  const state = JSON.parse(text) as State;
  return { ...emptyState(''), ...state, faults: { ...noFaults(), ...state.faults } };
}
