/** One run: the product on a cluster under load, and every fault once. */
import { chmodSync, cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { until } from '#dev/stack/process.ts';
import { check, settle } from './checks.ts';
import { startCluster, waitUntilHealthy, type HaCluster } from './cluster.ts';
import { type Fault } from './faults.ts';
import { isAcknowledged, outageMs, wrongResponses } from './journal.ts';
import { startLoad, type Load } from './load.ts';
import { removeNetwork } from './network.ts';
import { startProduct, type Product } from './product.ts';
import { missesOf, type FaultRecord } from './figures.ts';

/** The load runs this long before the fault, so that each process has open connections and work in hand. */
const WARM_UP_MS = 4000;
/** Writes count as acknowledged again when for this long no pause was longer than a second. */
const STEADY_MS = 5000;
const PATIENCE_MS = 90_000;

/**
 * Runs the faults one after the other on one cluster, and gives the figures of each to `onFault`. If a run fails or
 * misses a target, the logs are copied to `logs`.
 */
export async function runFaults(
  faults: readonly Fault[],
  onFault: (record: FaultRecord) => void,
  logs: string,
): Promise<void> {
  const folder = await makeTestFolder('ha');
  chmodSync(folder.path, 0o711);
  let [cluster, product, load]: [HaCluster?, Product?, Load?] = [];
  const keepLogs = () => {
    mkdirSync(logs, { recursive: true });
    for (const file of globSync('*/*.log', { cwd: folder.path }))
      cpSync(path.join(folder.path, file), path.join(logs, file.replace('/', '-')));
    writeFileSync(path.join(logs, 'product.log'), product?.output() ?? '');
  };
  try {
    cluster = await startCluster(folder.path);
    product = await startProduct(cluster, folder.path);
    load = await startLoad(product);
    for (const fault of faults) {
      const record = await runFault(fault, cluster, product, load);
      if (missesOf(record).length) keepLogs();
      onFault(record);
    }
  } catch (error) {
    keepLogs();
    throw error;
  } finally {
    await load?.stop();
    await product?.stop();
    await (cluster?.stop ?? removeNetwork)();
    folder.remove();
  }
}

async function runFault(fault: Fault, cluster: HaCluster, product: Product, load: Load): Promise<FaultRecord> {
  const startedAt = Date.now();
  await waitUntilHealthy();
  load.resume();
  await sleep(WARM_UP_MS);
  const from = Date.now();
  const end = await fault.begin(cluster);
  await sleep(fault.lasts * 1000);
  await waitUntilSteady(load, from);
  await end();
  await sleep(STEADY_MS);
  await waitUntilHealthy();
  await waitUntilSteady(load, from);
  const during = { from, to: Date.now() };
  await load.pause();
  const acknowledged = load.take();
  await settle(product, acknowledged.paid);
  const { lost, twice, mailedTwice, mostCopies, broken } = await check(product, acknowledged, startedAt);
  const responses = load.responses.splice(0);
  const wrong = wrongResponses(responses, during);
  return {
    fault: fault.name,
    limit: fault.limit,
    outage: outageMs(responses, during) / 1000,
    writes: responses.filter((response) => response.isWrite && isAcknowledged(response)).length,
    refused: responses.filter(({ status }) => status === 503).length,
    lost,
    wrong: wrong.map(
      ({ what, status, web, to }) => `${what}: ${status} at web ${web + 1}, ${to - from} ms after the fault`,
    ),
    twice,
    mailedTwice,
    mostCopies,
    broken,
    seconds: (Date.now() - startedAt) / 1000,
  };
}

async function waitUntilSteady({ responses }: Load, since: number): Promise<void> {
  const isSteady = () => {
    const now = Date.now();
    return now - since > STEADY_MS && outageMs(responses, { from: now - STEADY_MS, to: now }) < 1000;
  };
  if (!(await until(isSteady, PATIENCE_MS, 100))) throw new Error('writes are not acknowledged again');
}
