/** bench/results.json holds each program's latest results; bench/RESULTS.md is generated from it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tidy } from '#dev/tidy.ts';
import { PROGRAMS } from '../programs.ts';
import { renderResults } from './render.ts';
import type { Store, Taken } from './rows.ts';

const STORE = path.join(import.meta.dirname, '../results.json');
export const RESULTS = path.join(import.meta.dirname, '../RESULTS.md');

/** The stored results of the existing programs, in their order. */
export const readStore = (): Store =>
  known(existsSync(STORE) ? (JSON.parse(readFileSync(STORE, 'utf8')) as Store) : {});

/** The store with this program's results replaced. */
export const replaced = (store: Store, name: string, taken: Taken): Store => known({ ...store, [name]: taken });

const known = (store: Store): Store =>
  Object.fromEntries(
    Object.keys(PROGRAMS).flatMap((name) => {
      const taken = store[name];
      return taken ? [[name, taken]] : [];
    }),
  );

/** Stores a program's results. */
export const record = (name: string, taken: Taken): Promise<void> => writeStore(replaced(readStore(), name, taken));

/** Writes bench/results.json and bench/RESULTS.md. */
export async function writeStore(store: Store): Promise<void> {
  writeFileSync(STORE, await tidy(JSON.stringify(store), STORE));
  writeFileSync(RESULTS, await resultsText(store));
}

/** The text of RESULTS.md for this store. */
export const resultsText = (store: Store): Promise<string> => tidy(renderResults(store), RESULTS);
