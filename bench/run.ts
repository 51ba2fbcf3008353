/**
 * Runs programs of bench/programs one after the other, each on its own copy of the product, and prints their results.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '#dev/postgres/postgres.ts';
import { ensureGenerated } from '#dev/stack/build.ts';
import { createSupervisor } from '#dev/stack/supervisor.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { cleanEnvironment, type Stack, startStack } from '#dev/tests/test-stack.ts';
import { assertComplete, judge, type Row, tableOf, type Taken } from './results.ts';
import { changedSettings, keptData } from './settings.ts';
import { type EmptyApp, startEmptyApp } from './tools/empty-next.ts';

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

/** A measurement in bench/programs, run on its own copy of the product. */
type Program = {
  measure: (stack: Stack, emptyApp: () => Promise<EmptyApp>) => Promise<Row[]>;
  /** Adds sample users; otherwise the copy has only its admin. */
  seed?: 'demo';
  /** Fills the copy's database while none of the product's processes runs. */
  fill?: (databaseUrl: string) => Promise<void>;
};

/**
 * The programs by their names in `npm run bench -- <name>`, in the order of the results. Each is loaded when its turn
 * comes.
 */
const PROGRAMS: Record<string, () => Promise<Program>> = {
  start: () => import('./programs/start.ts'),
  lighthouse: () => import('./programs/lighthouse.ts'),
  javascript: () => import('./programs/javascript.ts'),
  throughput: () => import('./programs/throughput.ts'),
  userstatus: () => import('./programs/userstatus.ts'),
  overload: () => import('./programs/overload.ts'),
  token: () => import('./programs/token.ts'),
  oauth: () => import('./programs/oauth.ts'),
  login: () => import('./programs/login.ts'),
  hostile: () => import('./programs/hostile.ts'),
  'admin-users': () => import('./programs/admin-users.ts'),
  'ten-million-users': () => import('./programs/ten-million-users.ts'),
  audit: () => import('./programs/audit.ts'),
  usage: () => import('./programs/usage.ts'),
  'usage-ranking': () => import('./programs/usage-ranking.ts'),
  shifts: () => import('./programs/shifts.ts'),
  'green-light': () => import('./programs/green-light.ts'),
  'unknown-email': () => import('./programs/unknown-email.ts'),
};

/** Names that run several programs. */
const GROUPS: Record<string, string[]> = { pages: ['lighthouse', 'javascript', 'throughput'] };
