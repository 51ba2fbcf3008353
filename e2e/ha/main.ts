/**
 * `npm run test:ha [-- --runs 10] [fault…]`: breaks a cluster of three database hosts under load, and prints a table of
 * faults and figures. A run of a commit with all faults is added to docs/ha-runs.md. Exits with 1 if a target is missed.
 * Needs root, for network namespaces.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#dev/stack/folders.ts';
import { takeLock } from '#dev/stack/process.ts';
import { tidy } from '#dev/tidy.ts';
import { installPackages, isRoot } from '#dev/tests/apt.ts';
import { FAULTS } from './faults.ts';
import { removeNetwork } from './network.ts';
import { runFaults } from './run.ts';
import { isGreen, missesOf, pageOf, RunRecord, tableOf } from './run-log.ts';

const LOG = 'e2e/ha/runs.jsonl';
const PAGE = 'docs/ha-runs.md';
const LOGS = 'node_modules/.cache/ha';
/** A program from each package that the cluster needs. */
const PACKAGES = {
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/sbin/ip': 'iproute2',
};

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const count = Number(values.runs);
const faults = FAULTS.filter(({ name }) => !positionals.length || positionals.some((part) => name.includes(part)));
if (!Number.isInteger(count) || count < 1 || !faults.length)
  stopWith(`Usage: npm run test:ha -- [--runs COUNT] [FAULT…]\nFaults: ${FAULTS.map(({ name }) => name).join(', ')}`);
if (!isRoot()) stopWith('npm run test:ha needs root, for network namespaces.');
const lock = takeLock('/run/premium-ha.lock');
if ('holder' in lock) stopWith(`Process ${lock.holder} is already running this test.`);

const missing = () => Object.entries(PACKAGES).filter(([file]) => !existsSync(file));
if (missing().length) await installPackages(...missing().map(([, name]) => name));
if (missing().length)
  stopWith(
    `These packages could not be installed: ${missing()
      .map(([, name]) => name)
      .join(', ')}`,
  );
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => void removeNetwork().finally(() => process.exit(1)));

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const outside = [LOG, PAGE].map((file) => `:!${file}`);
const isCommitted = git('status', '--porcelain', '--', '.', ...outside) === '';
const commit = git('log', '-1', '--format=%H', '--', '.', ...outside);
if (!isCommitted || faults.length < FAULTS.length)
  console.log('▸ Not recorded: not all is committed, or not all faults are run');

for (let number = 1; number <= count; number++) {
  const from = Date.now();
  const logs = path.join(root, LOGS, new Date(from).toISOString().replaceAll(':', '-'));
  const run: RunRecord = { startedAt: new Date(from).toISOString(), commit, seconds: 0, load: 0, faults: [] };
  try {
    await runFaults(
      faults,
      (record) => {
        run.faults.push(record);
        console.log(`▸ ${record.fault}: outage ${record.outage.toFixed(1)} s, ${record.seconds.toFixed(0)} s in all`);
      },
      logs,
    );
  } catch (error) {
    console.error(error);
    run.failure = String(error).split('\n')[0] ?? '';
  }
  run.seconds = (Date.now() - from) / 1000;
  run.load = loadavg()[1] ?? 0;
  console.log(`\nRun ${number} of ${count}, ${run.seconds.toFixed(0)} s\n\n${tableOf(run.faults)}`);
  for (const fault of run.faults) for (const text of missesOf(fault)) console.log(`${fault.fault}: ${text}`);
  if (!isGreen(run)) console.log(`The logs are in ${logs}`);
  if (!isGreen(run)) process.exitCode = 1;
  if (isCommitted && faults.length === FAULTS.length) await record(run);
}
lock.release();
process.exit();

async function record(run: RunRecord): Promise<void> {
  const file = path.join(root, LOG);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
  const runs = [...lines.map((line) => RunRecord.parse(JSON.parse(line))), run];
  writeFileSync(file, runs.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const page = path.join(root, PAGE);
  writeFileSync(page, await tidy(pageOf(runs), page));
}

function stopWith(text: string): never {
  console.error(text);
  process.exit(1);
}
