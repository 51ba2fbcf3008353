/**
 * Runs programs of bench/programs one after the other, each on its own copy of the product, and prints their results.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureGenerated } from '#dev/stack/build.ts';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { createSupervisor } from '#dev/stack/supervisor.ts';
import { cleanEnvironment, startStack, type Stack } from '#dev/tests/test-stack.ts';
import { startEmptyApp, type EmptyApp } from './tools/empty-next.ts';
import { GROUPS, PROGRAMS, type Program } from './programs.ts';
import { assertComplete, judge, tableOf, type Taken } from './results.ts';
import { changedSettings, keptData } from './settings.ts';

/**
 * The programs with these names or in these groups, in the fixed order; all if none is named. Throws for an unknown
 * name.
 */
export function choosePrograms(names: readonly string[]): string[] {
  const wanted = new Set(names.flatMap((name) => GROUPS[name] ?? [name]));
  const known = Object.keys(PROGRAMS);
  for (const name of wanted)
    if (!known.includes(name))
      throw new Error(`Unknown measurement "${name}". Choose from ${[...known, ...Object.keys(GROUPS)].join(', ')}.`);
  return known.filter((name) => !wanted.size || wanted.has(name));
}

export type Run = { start: () => Promise<boolean>; stop: () => Promise<void> };

/**
 * `start` resolves with whether every target was met; `stop` ends everything that is running. With `isOnlyFill`, databases are filled and kept, and nothing is measured.
 */
export function createRun(names: readonly string[], isOnlyFill = false): Run {
  const cleanups: (() => unknown)[] = [];
  let isStopped = false;

  async function start(): Promise<boolean> {
    await ensureGenerated(createSupervisor(console.error).task, cleanEnvironment());
    let isMet = true;
    for (const name of names) {
      const taken = await outcomeOf(name);
      if (isStopped) return false;
      if (isOnlyFill) continue;
      console.table(tableOf(name, taken));
      isMet &&= taken.failure === undefined && taken.rows.every((row) => judge(row)?.isMet ?? true);
    }
    const changed = changedSettings();
    if (changed.length) console.log(`A trial: ${changed.join(', ')} is set.`);
    return isMet;
  }

  /** Never rejects, so that a failing program does not stop the others. */
  async function outcomeOf(name: string): Promise<Taken> {
    try {
      const { stack, program } = await startCopy(name);
      if (isOnlyFill) return { rows: [] };
      return { rows: assertComplete(await program.measure(stack, emptyApp)) };
    } catch (error) {
      if (!isStopped) console.error(error);
      return { rows: [], failure: String(error).split('\n')[0] ?? '' };
    } finally {
      await cleanUp();
    }
  }

  async function startCopy(name: string): Promise<{ stack: Stack; program: Program }> {
    const program = await (PROGRAMS[name] as () => Promise<Program>)();
    const kept = program.fill && keptData();
    const dataDir = kept ? path.join(kept, name) : await temporaryFolder();
    const filled = path.join(dataDir, 'filled');
    const open = () => {
      const starting = startStack(dataDir, { SEED: program.seed ?? 'none' });
      // Registered before the copy has started, so that an early `stop` ends it, too.
      cleanups.push(() =>
        starting.then(
          (stack) => stack.stop(),
          () => {}, // a copy that failed to start has already ended
        ),
      );
      return starting;
    };
    const stack = await open();
    if (!program.fill || existsSync(filled)) return { stack, program };
    // The first start created the database; while it is filled, the product must not use it.
    await stack.stop();
    const cluster = await startPostgres({ dir: path.join(dataDir, 'postgres') });
    cleanups.push(cluster.stop);
    await program.fill(cluster.url('premium'));
    await cluster.stop();
    cleanups.pop();
    if (kept) writeFileSync(filled, '');
    return { stack: await open(), program };
  }

  async function temporaryFolder(): Promise<string> {
    const folder = await makeTestFolder('bench');
    cleanups.push(folder.remove);
    return path.join(folder.path, 'data');
  }

  async function emptyApp(): Promise<EmptyApp> {
    const app = await startEmptyApp();
    cleanups.push(app.stop);
    return app;
  }

  async function cleanUp(): Promise<void> {
    for (let end = cleanups.pop(); end; end = cleanups.pop()) await end();
  }

  const stop = () => {
    isStopped = true;
    return cleanUp();
  };
  return { start, stop };
}
