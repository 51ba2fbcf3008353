/** A real PostgreSQL in a folder: created on first use, recovered after a crash, adopted if it is still running. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isPortFree, portInUse } from '../stack/ports.ts';
import { isAlive, processesIn, signal, until } from '../stack/process.ts';
import { findPrograms, unprivileged, type Identity } from './postgres-files.ts';

export type Cluster = {
  pid: number;
  port: number;
  /** The server was already running, left behind by a start that was killed. */
  adopted: boolean;
  /** The URL of one of its databases, as superuser. */
  url: (database: string) => string;
  /** Disconnects the clients, writes a checkpoint and ends; kills the server if that takes longer than 1.5 s. */
  stop: () => Promise<void>;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
};

export type ClusterOptions = {
  dir: string;
  port?: number;
  /** Makes startPostgres throw if the port is in use, instead of choosing another. */
  portIsFixed?: boolean;
  /** Trades durability for speed, for throw-away clusters in tests. */
  ephemeral?: boolean;
};

/** Starts the cluster in `dir`, or adopts a running one. Throws if a fixed port is in use, or after a minute. */
export async function startPostgres({
  dir,
  port,
  portIsFixed = false,
  ephemeral = false,
}: ClusterOptions): Promise<Cluster> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const data = path.join(realpathSync(dir), 'data');
  const left = await findRunning(data);
  if (left && (!portIsFixed || left.port === port)) {
    return toCluster(left.pid, left.port, readPassword(dir), true, diedByPolling(left.pid));
  }
  if (left) await end(left.pid);
  await clearCrash(data);

  const { initdb, postgres } = await findPrograms();
  const identity = unprivileged(dir);
  initialise(dir, data, initdb, identity);
  const chosen = await settlePort(port, portIsFixed);
  const log = path.join(dir, 'postgres.log');
  const { pid, ended } = launch(postgres, serverArguments(data, chosen, ephemeral), identity, log);
  let over = false;
  void ended.then(() => (over = true));
  const ready = await until(() => over || (readLock(data)?.pid === pid && readLock(data)?.ready === true), 60_000, 15);
  if (over) throw new Error(`PostgreSQL did not start:\n${lastLines(log)}\nMore in ${log}`);
  if (!ready) throw new Error(`PostgreSQL was not ready within a minute; see ${log}`);
  return toCluster(pid, chosen, readPassword(dir), false, ended);
}

/** Creates the database if it is missing. Returns its URL. */
export async function ensureDatabase(cluster: Cluster, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return cluster.url(name);
}

function toCluster(pid: number, port: number, password: string, adopted: boolean, ended: Promise<void>): Cluster {
  const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { pid, port, adopted, url, ended, stop: () => end(pid) };
}

/** SIGINT is PostgreSQL's fast shutdown; SIGQUIT its immediate shutdown, after which the next start recovers. */
async function end(pid: number): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 1500],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const) {
    signal(pid, name);
    if (await until(() => !isAlive(pid), patience, 15)) return;
  }
}

/** Runs initdb on first use, and again if it was interrupted. */
function initialise(dir: string, data: string, initdb: string, { command, ids, owner }: Identity): void {
  if (existsSync(data)) return;
  const unfinished = `${data}.new`;
  for (const file of [unfinished, passwordFile(dir)]) rmSync(file, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile(dir), randomBytes(18).toString('base64url'), { mode: 0o600 });
  if (owner) for (const file of [unfinished, passwordFile(dir)]) chownSync(file, owner.uid, owner.gid);
  const [file = initdb, ...args] = [
    ...[...command, initdb, '--pgdata', unfinished, '--username=postgres', '--pwfile', passwordFile(dir)],
    ...[
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
    ],
  ];
  execFileSync(file, args, { ...ids, env: environment(), stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(unfinished, data);
}

/** The superuser's password, generated with the cluster. */
const passwordFile = (dir: string) => path.join(dir, 'password');
const readPassword = (dir: string) => readFileSync(passwordFile(dir), 'utf8').trim();

function serverArguments(data: string, port: number, ephemeral: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    ...(ephemeral && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: 0,
      dynamic_shared_memory_type: 'mmap', // in the data folder, so that a killed server leaves nothing in /dev/shm
    }),
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function launch(program: string, args: string[], { command, ids }: Identity, logFile: string) {
  const [file = program, ...rest] = [...command, program, ...args];
  const log = openSync(logFile, 'a', 0o600);
  // A separate process group: Ctrl-C must not reach PostgreSQL before the requests in flight have ended.
  const child = spawn(file, rest, { ...ids, env: environment(), detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  return { pid: child.pid ?? 0, ended };
}

/** The contents of postmaster.pid, if its process is a PostgreSQL in this folder. */
function readLock(data: string): { pid: number; port: number; ready: boolean } | undefined {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const foreign = process.platform === 'linux' && !processesIn(data).includes(pid);
  if (!isAlive(pid) || foreign) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** The server running in the folder. Waits until one that is starting or ending is ready or gone. */
async function findRunning(data: string) {
  await until(() => readLock(data)?.ready !== false, 30_000);
  return readLock(data);
}

/**
 * After a crash, waits for the old server's child processes to end, and kills those that do not, because a new server
 * beside them would corrupt the data. Then removes a stale lock: PostgreSQL ignores the lock of a dead process, but not
 * one whose pid now belongs to a zombie or another program.
 */
async function clearCrash(data: string): Promise<void> {
  if (!(await until(() => !processesIn(data).length, 1000))) {
    for (const pid of processesIn(data)) signal(pid, 'SIGKILL');
    await until(() => !processesIn(data).length, 5000);
  }
  const lock = path.join(data, 'postmaster.pid');
  if (process.platform === 'linux' && existsSync(lock) && !readLock(data)) rmSync(lock, { force: true });
}

async function settlePort(port: number | undefined, isFixed: boolean): Promise<number> {
  if (port && (await until(() => isPortFree(port), isFixed ? 2000 : 0))) return port;
  if (port && isFixed) throw new Error(portInUse('PG_PORT', port));
  return freePort();
}

async function diedByPolling(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(200);
}

const environment = () => ({ ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' });

const lastLines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
