import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { connectionOptions, VISITORS } from '#lib/base/db/connection.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const { dcs } = (parse(read('patroni.yml')) as { bootstrap: { dcs: Record<string, number | boolean> } }).bootstrap;

test('acknowledges a commit only when a second node has stored it', () => {
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(read('patroni.yml')).not.toMatch(/synchronous_commit|fsync|full_page_writes/);
});

test('makes a primary that is cut off give up before the others elect a new one', () => {
  const [ttl, wait, retry] = [dcs.ttl, dcs.loop_wait, dcs.retry_timeout].map(Number) as [number, number, number];
  expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
});

test('lets Patroni use the etcd of every host', () => {
  const etcd = parse(read('etcd.conf.yml')) as Record<string, unknown>;
  expect(etcd).toMatchObject({ 'enable-v2': true });
  expect(String(etcd['initial-cluster']).split(',')).toHaveLength(3);
  expect((parse(read('patroni.yml')) as { etcd: { hosts: string[] } }).etcd.hosts).toHaveLength(3);
});

test('sends connections only to the primary, and closes them when the server loses that role', () => {
  const haproxy = read('haproxy.cfg');
  expect(haproxy).toContain('http-check send meth GET uri /primary');
  expect(haproxy).toContain('on-marked-down shutdown-sessions');
  expect(haproxy.match(/^ +server db\d db\d:5432 check$/gm)).toHaveLength(3);
});

test('limits statements behind PgBouncer as in a web process that connects directly', () => {
  const pgbouncer = read('pgbouncer.ini');
  const ignored = /^ignore_startup_parameters = (.*)$/m.exec(pgbouncer)?.[1]?.split(', ') ?? [];
  const options = connectionOptions('', VISITORS);
  const sent = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'] as const;
  expect(ignored.toSorted()).toEqual([...sent, 'options'].toSorted());
  for (const name of sent) expect(pgbouncer).toContain(`SET ${name} = ${options[name]}`);
  for (const [, name, value] of options.options?.matchAll(/-c (\w+)=(\w+)/g) ?? [])
    expect(pgbouncer).toContain(`SET ${name} = ${value}`);
});

test('backs up the cluster that Patroni runs, through the socket that it opens, and archives its WAL', () => {
  const { postgresql } = parse(read('patroni.yml')) as {
    postgresql: { data_dir: string; parameters: Record<string, string> };
  };
  const settings = read('pgbackrest.conf');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(settings)?.[1];
  expect(valueOf('pg1-path')).toBe(postgresql.data_dir);
  expect(valueOf('pg1-socket-path')).toBe(postgresql.parameters.unix_socket_directories);
  const [stanza] = /(?<=^\[)(?!global)\w+(?=\]$)/m.exec(settings) ?? [];
  expect(read('archive.yml')).toContain(`pgbackrest --stanza=${stanza} archive-push`);
});
