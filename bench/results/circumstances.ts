import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { findPrograms } from '#dev/postgres/postgres-files.ts';
import { changedSettings } from './settings.ts';

/** The commit, machine and load of a measurement. */
export type Circumstances = {
  commit: string;
  /** The working tree had uncommitted changes. */
  isChanged: boolean;
  machine: { processor: string; cores: number; memoryGib: number; node: string; postgres: string };
  /** Load average over the minute before the command started. */
  load: number;
  /** BENCH_… variables that were set. */
  settings?: Record<string, string>;
};

/** Call it before anything else: the command itself loads the machine and writes the result files. */
export async function findCircumstances(): Promise<Circumstances> {
  const load = os.loadavg()[0] ?? NaN;
  const settings = changedSettings();
  const { postgres } = await findPrograms();
  return {
    commit: run('git', 'rev-parse', '--short', 'HEAD'),
    isChanged: run('git', 'status', '--porcelain', '--', ':/', ...WRITTEN_HERE) !== '',
    machine: {
      processor: os.cpus()[0]?.model ?? 'unknown processor',
      cores: os.availableParallelism(),
      memoryGib: Math.round(os.totalmem() / 2 ** 30),
      node: process.versions.node,
      postgres: run(postgres, '--version').split(' ').at(-1) ?? '',
    },
    load,
    ...(Object.keys(settings).length && { settings }),
  };
}

const WRITTEN_HERE = [':(exclude,top)bench/results.json', ':(exclude,top)bench/RESULTS.md'];

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
