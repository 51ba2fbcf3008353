/** The files of deploy/ha, filled in as their comments tell an operator to. */
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { addressOf, NODES, type NodeName } from './network.ts';

export type Passwords = { superuser: string; replication: string; restApi: string; app: string; owner: string };
export type Owner = { uid: number; gid: number };
type Replacement = readonly [from: string | RegExp, to: string];

/** Writes a file of deploy/ha for one host. Throws if a text that is to be replaced is not in the file. */
function fillIn(name: string, folder: string, replacements: readonly Replacement[], owner?: Owner): string {
  let text = readFileSync(path.join(root, 'deploy/ha', name), 'utf8');
  for (const [from, to] of replacements) {
    if (text.search(from) < 0) throw new Error(`deploy/ha/${name} does not contain ${String(from)}`);
    text = text.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
  }
  const file = path.join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  if (owner) chownSync(file, owner.uid, owner.gid);
  return file;
}

/** A folder with the files of a database host. All belong to `owner`. */
export function configureNode(node: NodeName, base: string, passwords: Passwords, owner: Owner) {
  const folder = path.join(base, node);
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, owner.uid, owner.gid);
  return {
    folder,
    etcd: fillIn(
      'etcd.conf.yml',
      folder,
      [
        [/\bNODE\b/, node],
        ['/var/lib/etcd/premium', path.join(folder, 'etcd')],
      ],
      owner,
    ),
    patroni: fillIn(
      'patroni.yml',
      folder,
      [
        [/\bNODE\b/, node],
        ['RESTAPI_PASSWORD', passwords.restApi],
        ['SUPERUSER_PASSWORD', passwords.superuser],
        ['REPLICATION_PASSWORD', passwords.replication],
        ['/var/lib/postgresql/15/premium', path.join(folder, 'data')],
        ['/var/lib/postgresql/premium.pgpass', path.join(folder, 'pgpass')],
        ['/var/run/postgresql', folder],
      ],
      owner,
    ),
  };
}

/** The files of the app's host, which has no name server: it knows the database hosts by address. */
export function configureAppHost(base: string, passwords: Passwords, owner: Owner, ports: [number, number]) {
  const [haproxy, pgbouncer] = ports.map(String) as [string, string];
  const folder = path.join(base, 'app');
  mkdirSync(folder, { mode: 0o711 });
  const users = path.join(folder, 'userlist.txt');
  writeFileSync(users, `"premium_app" "${passwords.app}"\n`, { mode: 0o600 });
  chownSync(users, owner.uid, owner.gid);
  return {
    folder,
    haproxy: fillIn('haproxy.cfg', folder, [
      ['127.0.0.1:5000\n', `127.0.0.1:${haproxy}\n`],
      ...NODES.map((node): Replacement => [`${node}:5432`, `${addressOf(node)}:5432`]),
    ]),
    pgbouncer: fillIn(
      'pgbouncer.ini',
      folder,
      [
        ['port=5000', `port=${haproxy}`],
        ['listen_port = 6432', `listen_port = ${pgbouncer}`],
        ['/etc/pgbouncer/userlist.txt', users],
      ],
      owner,
    ),
  };
}
