import { execFileSync } from 'node:child_process';
import os from 'node:os';
import pg from 'pg';
import { changedSettings } from './settings.ts';

/** When, of which files and on which machine something was measured. */
export type Circumstances = {
  commit: string;
  /** The files were not those of the commit. */
  isChanged: boolean;
  /** ISO 8601, UTC. */
  date: string;
  machine: { processor: string; cores: number; memoryGib: number; node: string; postgres: string };
  /** Average over the minute before the command began. */
  load: number;
  /** Sizes and durations that are not the usual ones. */
  settings?: Record<string, string>;
};

type AtStart = Omit<Circumstances, 'date' | 'machine'>;

/** Asked before the command does anything, because it loads the machine and writes the results itself. */
export function circumstancesAtStart(): AtStart {
  const settings = changedSettings();
  return {
    commit: git('rev-parse', '--short', 'HEAD'),
    isChanged:
      git('status', '--porcelain', '--', ':/', ':(exclude,top)bench/results.json', ':(exclude,top)bench/RESULTS.md') !==
      '',
    load: os.loadavg()[0] ?? NaN,
    ...(Object.keys(settings).length && { settings }),
  };
}

/** The same, now, with the machine and its PostgreSQL. */
export async function circumstancesNow(atStart: AtStart, databaseUrl: string): Promise<Circumstances> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version').finally(() => client.end());
  const machine = {
    processor: os.cpus()[0]?.model ?? 'unknown processor',
    cores: os.availableParallelism(),
    memoryGib: Math.round(os.totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: rows[0]?.server_version ?? 'unknown',
  };
  return { ...atStart, date: new Date().toISOString(), machine };
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
