/**
 * `npm run test:ha [-- --runs 10] [fault…]`: breaks a cluster of three database hosts under load, and prints a table of
 * faults and figures. Exits with 1 if a target is missed.
 * Needs root, for network namespaces.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#dev/stack/folders.ts';
import { takeLock } from '#dev/stack/process.ts';
import { installPackages, isRoot } from '#dev/tests/apt.ts';
import { FAULTS } from './faults.ts';
import { removeNetwork } from './network.ts';
import { runFaults } from './run.ts';
import { missesOf, tableOf, type FaultRecord } from './figures.ts';

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

for (let number = 1; number <= count; number++) {
  const from = Date.now();
  const logs = path.join(root, LOGS, new Date(from).toISOString().replaceAll(':', '-'));
  const records: FaultRecord[] = [];
  let isComplete = true;
  try {
    await runFaults(
      faults,
      (record) => {
        records.push(record);
        console.log(`▸ ${record.fault}: outage ${record.outage.toFixed(1)} s, ${record.seconds.toFixed(0)} s in all`);
      },
      logs,
    );
  } catch (error) {
    console.error(error);
    isComplete = false;
  }
  console.log(`\nRun ${number} of ${count}, ${((Date.now() - from) / 1000).toFixed(0)} s\n\n${tableOf(records)}`);
  const misses = records.flatMap((record) => missesOf(record).map((text) => `${record.fault}: ${text}`));
  for (const miss of misses) console.log(miss);
  if (isComplete && !misses.length) continue;
  console.log(`The logs are in ${logs}`);
  process.exitCode = 1;
}
lock.release();
process.exit();

function stopWith(text: string): never {
  console.error(text);
  process.exit(1);
}
