import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../stack/ports.ts';
import { isAlive } from '../stack/process.ts';
import { makeTestFolder } from '../tests/test-folder.ts';
import { ensureDatabase, startPostgres, type Cluster } from './postgres.ts';

let folder: Awaited<ReturnType<typeof makeTestFolder>>;
let dir: string;
let cluster: Cluster;

beforeAll(async () => {
  folder = await makeTestFolder('postgres');
  dir = path.join(folder.path, 'postgres');
  cluster = await startPostgres({ dir });
});
afterAll(async () => {
  await cluster.stop();
  folder.remove();
});

async function query(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: await ensureDatabase(cluster, 'shop') });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test('keeps its data across a restart, and its files private', async () => {
  await query('CREATE TABLE t AS SELECT 1 AS n');
  await cluster.stop();
  expect(isAlive(cluster.pid)).toBe(false);
  cluster = await startPostgres({ dir, port: cluster.port });
  expect(cluster.adopted).toBe(false);
  expect(await query('SELECT n FROM t')).toEqual([{ n: 1 }]);
  expect(statSync(path.join(dir, 'password')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(dir, 'data')).mode & 0o077).toBe(0);
});

test('loses no committed data when killed, and restarts on the same port', async () => {
  await query('INSERT INTO t VALUES (2)');
  process.kill(cluster.pid, 'SIGKILL');
  await cluster.ended;
  const { port } = cluster;
  cluster = await startPostgres({ dir, port, portIsFixed: true });
  expect(cluster.port).toBe(port);
  expect(await query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 2 }]);
});

test('adopts a server that is still running', async () => {
  const again = await startPostgres({ dir });
  expect(again).toMatchObject({ adopted: true, pid: cluster.pid, port: cluster.port });
});

test('moves a server that runs on another port to the fixed port', async () => {
  const port = await freePort();
  const before = cluster.pid;
  cluster = await startPostgres({ dir, port, portIsFixed: true });
  expect(cluster.port).toBe(port);
  expect(isAlive(before)).toBe(false);
});

test('starts although the pid in a stale lock now belongs to another program', async () => {
  await cluster.stop();
  const other = spawn('sleep', ['60']);
  await once(other, 'spawn');
  writeFileSync(
    path.join(dir, 'data/postmaster.pid'),
    `${other.pid}\n${path.join(dir, 'data')}\n0\n${cluster.port}\n\n127.0.0.1\n\nready\n`,
  );
  cluster = await startPostgres({ dir });
  other.kill();
  expect(cluster.adopted).toBe(false);
  expect(await query('SELECT count(*)::int AS n FROM t')).toEqual([{ n: 2 }]);
});

test('throws if a fixed port is in use, and replaces a port that is in use and not fixed', async () => {
  await cluster.stop();
  const port = await freePort();
  const blocker = createServer().listen(port, '127.0.0.1');
  await once(blocker, 'listening');
  await expect(startPostgres({ dir, port, portIsFixed: true })).rejects.toThrow(/PG_PORT: port \d+ is in use/);
  cluster = await startPostgres({ dir, port });
  blocker.close();
  expect(cluster.port).not.toBe(port);
});

test.runIf(process.getuid?.() === 0)('runs as the user `nobody` where user namespaces are not permitted', async () => {
  process.env.LOCAL_NO_USER_NAMESPACE = '1';
  const own = path.join(folder.path, 'nobody');
  const other = await startPostgres({ dir: own }).finally(() => delete process.env.LOCAL_NO_USER_NAMESPACE);
  try {
    expect(statSync(path.join(own, 'data')).uid).toBe(65534);
    expect(await ensureDatabase(other, 'shop')).toContain('/shop');
  } finally {
    await other.stop();
  }
});
