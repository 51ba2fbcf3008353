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

/** A state in memory. Copies what changes, so that a request costs what it touches, not the size of the state. */
export function openMemory(): Store {
  const { state, forget, undo } = undoable(emptyState(''));
  return { isNew: true, state, save: forget, rollback: undo };
}

/** A copy of something in the state. `structuredClone` refuses the views of the memory's state. */
export const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** A view of `root` that remembers what each object was before its first change. */
function undoable<T extends object>(root: T) {
  const before = new Map<object, object>();
  const views = new WeakMap<object, object>();
  const remember = (target: object) => {
    if (!before.has(target)) before.set(target, Array.isArray(target) ? [...(target as unknown[])] : { ...target });
  };
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const handler: ProxyHandler<object> = {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      return isObject(value) ? view(value) : value;
    },
    set(target, key, value) {
      remember(target);
      return Reflect.set(target, key, value);
    },
    deleteProperty(target, key) {
      remember(target);
      return Reflect.deleteProperty(target, key);
    },
  };
  function view<O extends object>(object: O): O {
    const known = views.get(object);
    if (known) return known as O;
    const made = new Proxy<O>(object, handler);
    views.set(object, made).set(made, made);
    return made;
  }
  return {
    state: view(root),
    forget: () => before.clear(),
    undo() {
      for (const [target, copy] of before) {
        for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
        if (Array.isArray(target)) target.length = 0;
        Object.assign(target, copy);
      }
      before.clear();
    },
  };
}

/** Adds tables and faults that the file of an older version lacks. */
function parseState(text: string): State {
  const state = JSON.parse(text) as State;
  return { ...emptyState(''), ...state, faults: { ...noFaults(), ...state.faults } };
}
