import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#bin/migrate/migrate.ts';
import { ensureDatabase, startPostgres, type Cluster } from '#dev/postgres/postgres.ts';
import { until } from '#dev/stack/process.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { PrismaClient } from '#generated/prisma/client.ts';
import { MINUTE } from '#lib/base/time.ts';
import { serverContext } from '#lib/testing/context.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import { recordUsageReport } from './record-report.ts';

let folder: Awaited<ReturnType<typeof makeTestFolder>>;
let cluster: Cluster;
let owner: pg.Client;
let client: PrismaClient;
beforeAll(async () => {
  folder = await makeTestFolder('unconfirmed');
  cluster = await startPostgres({ dir: path.join(folder.path, 'postgres') });
  const connectionString = await ensureDatabase(cluster, 'premium');
  await migrate(connectionString);
  owner = new pg.Client({ connectionString });
  await owner.connect();
  client = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
}, 120_000);
afterAll(async () => {
  await client?.$disconnect();
  await owner?.end();
  await cluster?.stop();
  folder?.remove();
});

/** The standby that commits wait for. There is none, so with a name they wait until the server shuts down. */
async function waitFor(standby: string): Promise<void> {
  await owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
  await owner.query(`ALTER SYSTEM SET synchronous_commit = 'on'`);
  await owner.query('SELECT pg_reload_conf()');
  const isSet = async () => {
    const { rows } = await owner.query<{ name: string }>("SELECT current_setting('synchronous_standby_names') AS name");
    return rows[0]?.name === standby;
  };
  if (!(await until(isSet, 5000))) throw new Error('the setting was not loaded');
}

test('acknowledges a repeated report only when a second server has stored the first one (R22)', async () => {
  const { server } = await createServerRow(client);
  const key = await createKeyRow(client);
  const to = new Date();
  const keys = [{ key_id: key.keyId, checked: 3, hits: 1, errors: 0 }];
  const send = () =>
    recordUsageReport(serverContext(client, server.id), {
      sequence: 1,
      from: new Date(to.getTime() - MINUTE),
      to,
      keys,
    });
  await waitFor('nobody');

  const first = send().then(
    () => 'acknowledged',
    () => 'refused',
  );
  const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  const isWaiting = async () => (await owner.query(waiting)).rows.length > 0;
  expect(await until(isWaiting, 5000)).toBe(true);
  // What a shutdown does to each session. The row of the first report becomes visible.
  await owner.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS first`);
  expect(await first).toBe('refused');
  let second: unknown;
  const repeated = send().then((answer) => (second = answer));
  expect(await until(isWaiting, 5000)).toBe(true);
  await sleep(500);
  expect(second).toBeUndefined();

  await waitFor('');
  expect(await repeated).toMatchObject({ is_repeated: true });
}, 60_000);
