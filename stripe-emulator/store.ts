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

const originals = new WeakMap<object, object>();
/** The rows of a table, to read: without the views that remember changes, which cost more than a list of many rows. */
export const rowsOf = <T>(table: Readonly<Record<string, T>>): T[] =>
  Object.values((originals.get(table) ?? table) as Readonly<Record<string, T>>);

/** What an object was before its first change: the values of changed keys, or, after a deletion, all of it. */
type Before = { values: Map<PropertyKey, unknown> } | { whole: object };
const ABSENT = Symbol('absent');

/** A view of `root` that remembers what each object was before its first change. */
function undoable<T extends object>(root: T) {
  const before = new Map<object, Before>();
  const views = new WeakMap<object, object>();
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  /** A table has one key for each row, so a change remembers that key alone. */
  const rememberValue = (target: object, key: PropertyKey) => {
    if (Array.isArray(target)) return rememberAll(target);
    const known = before.get(target) ?? { values: new Map<PropertyKey, unknown>() };
    before.set(target, known);
    if ('values' in known && !known.values.has(key))
      known.values.set(key, key in target ? Reflect.get(target, key) : ABSENT);
  };
  /** A deleted key must get its place back, too. */
  const rememberAll = (target: object) => {
    const known = before.get(target);
    if (known && 'whole' in known) return;
    const whole: object = Array.isArray(target) ? [...(target as unknown[])] : { ...target };
    if (known) restoreValues(whole, known.values);
    before.set(target, { whole });
  };
  const restoreValues = (target: object, values: ReadonlyMap<PropertyKey, unknown>) => {
    for (const [key, value] of values)
      if (value === ABSENT) Reflect.deleteProperty(target, key);
      else Reflect.set(target, key, value);
  };
  const handler: ProxyHandler<object> = {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      return isObject(value) ? view(value) : value;
    },
    set(target, key, value) {
      rememberValue(target, key);
      return Reflect.set(target, key, value);
    },
    deleteProperty(target, key) {
      rememberAll(target);
      return Reflect.deleteProperty(target, key);
    },
  };
  function view<O extends object>(object: O): O {
    const known = views.get(object);
    if (known) return known as O;
    const made = new Proxy<O>(object, handler);
    views.set(object, made).set(made, made);
    originals.set(made, object);
    return made;
  }
  return {
    state: view(root),
    forget: () => before.clear(),
    undo() {
      for (const [target, was] of before) {
        if ('values' in was) {
          restoreValues(target, was.values);
          continue;
        }
        for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
        if (Array.isArray(target)) target.length = 0;
        Object.assign(target, was.whole);
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
