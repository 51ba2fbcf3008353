/** bench/results.json, what each program measured last, and bench/RESULTS.md, which is made from it and nothing else. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Circumstances } from './circumstances.ts';
import { PROGRAMS } from './programs.ts';
import { renderResults } from './render.ts';
import type { Row } from './rows.ts';

/** One run of one program. */
export type Taken = Circumstances & {
  /** ISO 8601, UTC. */
  date: string;
  rows: Row[];
  /** Why it ended before it had rows. */
  failure?: string;
};
/** By the name of the program. */
export type Store = Record<string, Taken>;

const STORE = path.join(import.meta.dirname, 'results.json');
export const RESULTS = path.join(import.meta.dirname, 'RESULTS.md');

/** What is stored of the programs that there are, in their order. */
export const readStore = (): Store =>
  known(existsSync(STORE) ? (JSON.parse(readFileSync(STORE, 'utf8')) as Store) : {});

/** The store in which this program's rows are new, and the others have theirs. */
export const replaced = (store: Store, name: string, taken: Taken): Store => known({ ...store, [name]: taken });

const known = (store: Store): Store =>
  Object.fromEntries(
    Object.keys(PROGRAMS).flatMap((name) => {
      const taken = store[name];
      return taken ? [[name, taken]] : [];
    }),
  );

/** Keeps what a program measured. */
export const record = (name: string, taken: Taken): Promise<void> => writeStore(replaced(readStore(), name, taken));

/** Writes both files; nothing else writes them. */
export async function writeStore(store: Store): Promise<void> {
  writeFileSync(STORE, await tidy(JSON.stringify(store), STORE));
  writeFileSync(RESULTS, await resultsText(store));
}

/** The text of RESULTS.md for this store. */
export const resultsText = (store: Store): Promise<string> => tidy(renderResults(store), RESULTS);

const tidy = async (text: string, file: string) => format(text, { ...(await resolveConfig(file)), filepath: file });
