/** PostgreSQL on three hosts as docs/operations.md describes it: etcd and Patroni on each, HAProxy and PgBouncer by the app. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '#dev/stack/ports.ts';
import { until } from '#dev/stack/process.ts';
import { configureAppHost, configureNode, type Owner, type Passwords } from './configuration.ts';
import { addressOf, createNetwork, killAll, NODES, onNode, removeNetwork, type NodeName } from './network.ts';

/** A member as Patroni reports it. */
type Member = { name: NodeName; role: string; state: string; timeline?: number; lag?: number | string };

const REST_PORT = 8008;
const ETCD_PORT = 2379;
const PATIENCE_MS = 90_000;
const UNTIL_WE_END = ['--pdeathsig', 'KILL'] as const;
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', ...UNTIL_WE_END] as const;

export type HaCluster = Awaited<ReturnType<typeof startCluster>>;

export async function startCluster(folder: string) {
  const owner = postgresUser();
  const secret = () => randomBytes(18).toString('hex');
  const passwords: Passwords = {
    ...{ superuser: secret(), replication: secret(), restApi: secret() },
    ...{ app: secret(), owner: secret() },
  };
  const ports: [number, number] = [await freePort(), await freePort()];
  const configure = (node: NodeName) => configureNode(node, folder, passwords, owner);
  const files = { db1: configure('db1'), db2: configure('db2'), db3: configure('db3') };
  const app = configureAppHost(folder, passwords, owner, ports);
  /** Starts a program that ends with this process, even if this process is killed. */
  function launch(log: string, ...[file, ...args]: [string, ...string[]]): ChildProcess {
    const out = openSync(log, 'a', 0o600);
    const env = { NODE_ENV: 'production' as const, PATH: process.env.PATH, LANG: 'C.UTF-8' };
    const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', out, out] });
    closeSync(out);
    return child;
  }
  const startEtcd = (node: NodeName): void => {
    const { folder: home, etcd } = files[node];
    launch(path.join(home, 'etcd.log'), ...onNode(node), ...AS_POSTGRES, 'etcd', '--config-file', etcd);
  };
  const startPatroni = (node: NodeName): void => {
    const { folder: home, patroni } = files[node];
    launch(path.join(home, 'patroni.log'), ...onNode(node), ...AS_POSTGRES, 'patroni', patroni);
  };

  await createNetwork();
  for (const node of NODES) startEtcd(node);
  if (!(await until(async () => (await findEtcdLeader()) !== undefined, 30_000, 100)))
    throw new Error(`etcd did not elect a leader; its logs are in ${folder}`);
  for (const node of NODES) startPatroni(node);
  if (!(await until(isHealthy, PATIENCE_MS, 250))) throw new Error(`Patroni did not start; its logs are in ${folder}`);
  const helpers = [
    launch(path.join(app.folder, 'haproxy.log'), 'setpriv', ...UNTIL_WE_END, 'haproxy', '-db', '-f', app.haproxy),
    launch(path.join(app.folder, 'pgbouncer.log'), ...AS_POSTGRES, 'pgbouncer', app.pgbouncer),
  ];

  const urlAt = (port: number, user: string, password: string, database = 'premium') =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const stopHelpers = () => helpers.forEach((helper) => helper.kill('SIGKILL'));
  await waitForHaproxy(urlAt(ports[0], 'postgres', passwords.superuser, 'postgres')).catch((error: unknown) => {
    stopHelpers();
    throw error;
  });
  return {
    superuserUrl: (database: string) => urlAt(ports[0], 'postgres', passwords.superuser, database),
    ownerUrl: urlAt(ports[0], 'premium_owner', passwords.owner),
    appUrl: urlAt(ports[0], 'premium_app', passwords.app),
    pooledUrl: urlAt(ports[1], 'premium_app', passwords.app),
    passwords,
    startEtcd,
    startPatroni,
    /** Asks the primary to hand over to the synchronous standby. */
    async switchOver(): Promise<void> {
      const members = await findMembers();
      const leader = members.find(({ role }) => role === 'leader')?.name;
      if (!leader) throw new Error('no leader');
      const authorization = `Basic ${btoa(`patroni:${passwords.restApi}`)}`;
      const candidate = members.find(({ role }) => role === 'sync_standby')?.name;
      const answer = await fetch(`http://${addressOf(leader)}:${REST_PORT}/switchover`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ leader, candidate }),
      });
      if (answer.status !== 200) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
    async stop(): Promise<void> {
      stopHelpers();
      for (const node of NODES) await killAll(node, () => true);
      await removeNetwork();
    },
  };
}

/**
 * Waits until every connection through HAProxy reaches the primary. Before its first health checks, HAProxy takes every
 * node for the primary.
 */
async function waitForHaproxy(connectionString: string): Promise<void> {
  let primaries = 0;
  const isKnown = async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
      primaries = rows[0]?.standby === false ? primaries + 1 : 0;
      await client.end();
    } catch {
      primaries = 0;
    }
    return primaries > NODES.length;
  };
  if (!(await until(isKnown, 30_000, 200))) throw new Error('HAProxy does not find the primary');
}

function postgresUser(): Owner {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function ask(url: string): Promise<unknown> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(1000) })).json();
  } catch {
    return undefined;
  }
}

/** The node whose etcd is the leader. */
export async function findEtcdLeader(): Promise<NodeName | undefined> {
  for (const node of NODES) {
    const status = await ask(`http://${addressOf(node)}:${ETCD_PORT}/v2/stats/self`);
    if ((status as { state?: string } | undefined)?.state === 'StateLeader') return node;
  }
  return undefined;
}

/** The members as reported by the first node that responds. */
async function findMembers(): Promise<Member[]> {
  for (const node of NODES) {
    const answer = await ask(`http://${addressOf(node)}:${REST_PORT}/cluster`);
    if (answer) return (answer as { members: Member[] }).members;
  }
  return [];
}

/** The node whose own Patroni reports that it is the primary. */
export async function findPrimary(): Promise<NodeName | undefined> {
  for (const node of NODES) {
    const isPrimary = await fetch(`http://${addressOf(node)}:${REST_PORT}/primary`, {
      signal: AbortSignal.timeout(1000),
    }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isPrimary) return node;
  }
  return undefined;
}

/** True if there are a leader, a synchronous standby and a third node, all on one timeline and none lagging. */
async function isHealthy(): Promise<boolean> {
  const members = await findMembers();
  const count = (role: string) => members.filter((member) => member.role === role).length;
  return (
    count('leader') === 1 &&
    count('sync_standby') === 1 &&
    count('replica') === 1 &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    members.every(
      ({ state, lag = 0 }) => ['running', 'streaming'].includes(state) && typeof lag === 'number' && lag < 1e6,
    ) &&
    (await findEtcdLeader()) !== undefined
  );
}

export async function waitUntilHealthy(): Promise<void> {
  if (!(await until(isHealthy, PATIENCE_MS, 500)))
    throw new Error(`the cluster is not healthy again: ${JSON.stringify(await findMembers())}`);
}
