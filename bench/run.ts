/** Runs programs of this folder one after the other, each on a copy of the product of its own, and keeps what they say. */
import path from 'node:path';
import { startPostgres } from '#local/postgres.ts';
import { makeTestFolder } from '#local/test-folder.ts';
import { startStack, type Stack } from '#local/test-stack.ts';
import { circumstancesAtStart, circumstancesNow } from './circumstances.ts';
import { startEmptyApp, type EmptyApp } from './empty-next.ts';
import { GROUPS, PROGRAMS, type Program } from './programs.ts';
import { rowsOf } from './render.ts';
import { judge } from './rows.ts';
import { isForced } from './settings.ts';
import { record, type Taken } from './store.ts';

/** The programs that are named, alone or by their group, or all, in their order. Throws when there is none of that name. */
export function choosePrograms(names: readonly string[]): string[] {
  const wanted = new Set(names.flatMap((name) => GROUPS[name] ?? [name]));
  const known = Object.keys(PROGRAMS);
  for (const name of wanted)
    if (!known.includes(name))
      throw new Error(`No "${name}" here, but ${[...known, ...Object.keys(GROUPS)].join(', ')}`);
  return known.filter((name) => !wanted.size || wanted.has(name));
}

export type Run = { start: () => Promise<boolean>; stop: () => Promise<void> };

/** `start` resolves with whether every target was met; `stop` ends what runs, at any moment. */
export function createRun(names: readonly string[]): Run {
  const atStart = circumstancesAtStart();
  const cleanups: (() => unknown)[] = [];
  const stop = async () => {
    for (let end = cleanups.pop(); end; end = cleanups.pop()) await end();
  };

  async function start(): Promise<boolean> {
    let isMet = true;
    for (const name of names) {
      const taken = await take(name);
      print(name, taken);
      if (!atStart.settings || isForced()) await record(name, taken);
      isMet &&= taken.failure === undefined && taken.rows.every((row) => judge(row)?.isMet ?? true);
    }
    if (atStart.settings && !isForced())
      console.log(
        `Not stored, because ${Object.keys(atStart.settings).join(', ')} made it a trial (BENCH_STORE=1 stores it).`,
      );
    return isMet;
  }

  /** One that fails does not keep the others. */
  async function take(name: string): Promise<Taken> {
    try {
      const { stack, program } = await startCopy(name);
      const circumstances = await circumstancesNow(atStart, stack.coordinates.DATABASE_URL ?? '');
      const rows = await program.measure(stack, emptyApp).catch((error: unknown) => explain(error));
      return { ...circumstances, ...(typeof rows === 'string' ? { rows: [], failure: rows } : { rows }) };
    } finally {
      await stop();
    }
  }

  async function startCopy(name: string): Promise<{ stack: Stack; program: Program }> {
    const folder = await makeTestFolder('bench');
    cleanups.push(folder.remove);
    const dataDir = path.join(folder.path, 'data');
    const open = async () => {
      const stack = await startStack(dataDir, { SEED: 'none' });
      cleanups.push(stack.stop);
      return stack;
    };
    const stack = await open();
    // Only now: the start made what the program may import.
    const program = await (PROGRAMS[name] as () => Promise<Program>)();
    if (!program.fill) return { stack, program };
    await stack.stop();
    const cluster = await startPostgres({ dir: path.join(dataDir, 'postgres') });
    cleanups.push(cluster.stop);
    await program.fill(cluster.url('premium'));
    await cluster.stop();
    return { stack: await open(), program };
  }

  async function emptyApp(): Promise<EmptyApp> {
    const app = await startEmptyApp();
    cleanups.push(app.stop);
    return app;
  }

  return { start, stop };
}

/** What went wrong, in a line; all of it to the terminal. */
function explain(error: unknown): string {
  console.error(error);
  return String(error).split('\n')[0] ?? '';
}

const print = (name: string, taken: Taken) =>
  console.table(
    rowsOf(name, taken).map(([what, ours, reference, target, met]) => ({ what, ours, reference, target, met })),
  );
