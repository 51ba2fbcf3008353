/**
 * `npm run bench [-- name…]`: runs all programs of bench/programs, or those named, and prints their results. Each program
 * runs in its own process, because lib/base/settings/env.ts and lib/base/db/db.ts keep the first copy's settings for as long as a process lives.
 * `BENCH_DATA=folder npm run bench -- fill <name>` fills a program's database for later runs with the same BENCH_DATA.
 */
import { execa } from 'execa';
import { choosePrograms, createRun } from './run.ts';
import { keptData } from './settings.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const isOnlyFill = process.argv[2] === 'fill';
const names = process.argv.slice(isOnlyFill ? 3 : 2);
if (isOnlyFill && !(keptData() && names.length === 1)) {
  console.error('Usage: BENCH_DATA=<folder> npm run bench -- fill <one measurement>');
  process.exitCode = 2;
} else {
  const programs = choosePrograms(names);
  const isMet = programs.length > 1 ? await runEach(programs) : await runHere(programs);
  if (!isMet) process.exitCode = 1;
}

async function runHere(programs: string[]): Promise<boolean> {
  const run = createRun(programs, isOnlyFill);
  for (const signal of SIGNALS) process.once(signal, () => void run.stop().finally(() => process.exit(130)));
  return run.start();
}

async function runEach(programs: string[]): Promise<boolean> {
  let isStopped = false;
  let isMet = true;
  for (const program of programs) {
    const child = execa(process.execPath, [import.meta.filename, program], {
      stdio: 'inherit',
      reject: false,
      forceKillAfterDelay: false,
      cleanup: false,
    });
    const stop = (signal: NodeJS.Signals) => {
      isStopped = true;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    const { failed } = await child;
    for (const signal of SIGNALS) process.off(signal, stop);
    if (isStopped) process.exit(130);
    isMet &&= !failed;
  }
  return isMet;
}
