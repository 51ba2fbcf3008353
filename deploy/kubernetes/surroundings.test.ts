import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { at, entriesAt, find, listAt, manifests, ofKind, pods, selected, textAt } from './manifests.ts';

const policies = ofKind('NetworkPolicy').map(({ name, content }) => ({ name, spec: at(content, 'spec') }));
const policy = (name: string) => policies.find((each) => each.name === name)?.spec;
const namesOf = (selector: unknown) => selected(selector).map(({ name }) => name);
const namespace = (name: string) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
});

test('denies the app’s pods all traffic that no policy lists', () => {
  expect(namesOf(at(policy('app'), 'podSelector'))).toEqual(pods.map(({ name }) => name));
  expect(at(policy('app'), 'policyTypes')).toEqual(['Ingress', 'Egress']);
  expect(at(policy('app'), 'ingress')).toBeUndefined();
  const ports = listAt(policy('app'), 'egress').flatMap((rule) =>
    listAt(rule, 'ports').map((each) => at(each, 'port')),
  );
  expect(ports).toEqual([53, 53, 5432]);
});

test('lets only the ingress controller reach the site, and only Prometheus the metrics', () => {
  const open = policies.filter(({ name, spec }) => name !== 'database' && listAt(spec, 'ingress').length);
  expect(open.map(({ name }) => name)).toEqual(['web']);
  expect(namesOf(at(policy('web'), 'podSelector'))).toEqual(['web']);
  expect(at(policy('web'), 'ingress')).toEqual([
    { from: [namespace('ingress')], ports: [{ protocol: 'TCP', port: 'http' }] },
    { from: [namespace('monitoring')], ports: [{ protocol: 'TCP', port: 'metrics' }] },
  ]);
});

test('lets the web process and the worker reach Stripe but no private network; only the worker a mail server', () => {
  expect(namesOf(at(policy('stripe'), 'podSelector'))).toEqual(['web', 'worker']);
  const [stripe] = listAt(policy('stripe'), 'egress');
  expect(at(stripe, 'ports')).toEqual([{ protocol: 'TCP', port: 443 }]);
  const excepted = listAt(stripe, 'to').flatMap((peer) => listAt(peer, 'ipBlock.except'));
  for (const inside of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'])
    expect(excepted).toContain(inside);
  expect(namesOf(at(policy('mail'), 'podSelector'))).toEqual(['worker']);
  const mail = listAt(policy('mail'), 'egress').flatMap((rule) =>
    listAt(rule, 'ports').map((each) => at(each, 'port')),
  );
  expect(mail).toEqual([465, 587]);
});

test('lets only the app, the other instances, the operator and Prometheus reach PostgreSQL', () => {
  const instances = { matchExpressions: [{ key: 'cnpg.io/cluster', operator: 'Exists' }] };
  expect(at(policy('database'), 'podSelector')).toEqual(instances);
  expect(at(policy('database'), 'policyTypes')).toEqual(['Ingress']);
  const rules = listAt(policy('database'), 'ingress');
  expect(rules.map((rule) => listAt(rule, 'from'))).toEqual([
    [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'rspamd-premium' } } }],
    [{ podSelector: instances }, namespace('cnpg-system')],
    [namespace('monitoring')],
  ]);
  expect(rules.map((rule) => listAt(rule, 'ports').map((each) => at(each, 'port')))).toEqual([
    [5432],
    [5432, 8000],
    [9187],
  ]);
});

const cluster = find('Cluster', 'premium-db');

test('keeps three copies of the database, and confirms a write when two have stored it', () => {
  expect(at(cluster, 'spec', 'instances')).toBe(3);
  expect(at(cluster, 'spec', 'postgresql', 'synchronous')).toEqual({
    method: 'any',
    number: 1,
    dataDurability: 'required',
  });
  expect(at(cluster, 'spec', 'enablePDB')).toBe(true);
  expect(at(cluster, 'spec', 'affinity')).toMatchObject({
    enablePodAntiAffinity: true,
    podAntiAffinityType: 'required',
    topologyKey: 'kubernetes.io/hostname',
  });
});

test('creates the roles and rights of deploy/postgres-roles.sql', () => {
  const sql = readFileSync(path.join(import.meta.dirname, '../postgres-roles.sql'), 'utf8');
  const rights = [...sql.matchAll(/^((?:GRANT|REVOKE) .*);$/gm)].map(([, statement]) => statement);
  expect(rights).toHaveLength(2);
  expect(listAt(cluster, 'spec.bootstrap.initdb.postInitApplicationSQL')).toEqual(rights);
  expect(listAt(cluster, 'spec.bootstrap.initdb.postInitSQL')).toEqual(['CREATE ROLE premium_app LOGIN']);
  expect(at(cluster, 'spec', 'bootstrap', 'initdb')).toMatchObject({
    database: 'premium',
    owner: 'premium_owner',
    secret: { name: 'database-owner' },
  });
  const [role] = listAt(cluster, 'spec.managed.roles');
  expect(role).toEqual({
    name: 'premium_app',
    ensure: 'present',
    login: true,
    passwordSecret: { name: 'database-app' },
  });
  for (const name of ['owner', 'app']) {
    const secret = find('Secret', `database-${name}`);
    expect(at(secret, 'type')).toBe('kubernetes.io/basic-auth');
    expect(textAt(secret, 'stringData.username')).toBe(`premium_${name}`);
  }
});

test('accepts as many connections as the processes open during an update', () => {
  const pool = 10; // the value of DATABASE_POOL
  const web = (Number(at(find('HorizontalPodAutoscaler', 'web'), 'spec', 'maxReplicas')) + 1) * (pool + 2);
  const worker = (Number(at(find('Deployment', 'worker'), 'spec', 'replicas')) + 1) * (pool + 5);
  const most = Number(textAt(cluster, 'spec.postgresql.parameters.max_connections'));
  expect(most).toBeGreaterThan(web + worker + 20);
});

const PLUGIN = 'barman-cloud.cloudnative-pg.io';

test('archives every WAL file, makes a base backup every day, and keeps both for 30 days', () => {
  const [plugin] = listAt(cluster, 'spec.plugins');
  expect(plugin).toEqual({ name: PLUGIN, isWALArchiver: true, parameters: { barmanObjectName: 'premium-backups' } });
  const store = find('ObjectStore', 'premium-backups');
  expect(at(store, 'spec', 'retentionPolicy')).toBe('30d');
  const keys = entriesAt(find('Secret', 'backup-store'), 'stringData').map(([key]) => key);
  for (const [, reference] of entriesAt(store, 'spec.configuration.s3Credentials')) {
    expect(textAt(reference, 'name')).toBe('backup-store');
    expect(keys).toContain(textAt(reference, 'key'));
  }
  const backup = find('ScheduledBackup', 'premium-daily');
  expect(textAt(backup, 'spec.schedule')).toMatch(/^0 \d+ \d+ \* \* \*$/);
  expect(at(backup, 'spec')).toMatchObject({
    cluster: { name: 'premium-db' },
    method: 'plugin',
    pluginConfiguration: { name: PLUGIN },
  });
});

test('restores into a cluster with the same settings, which archives under another name', () => {
  const restored = find('Cluster', 'premium-db-restored');
  const same = ['instances', 'imageName', 'managed', 'postgresql', 'affinity', 'resources', 'storage', 'walStorage'];
  for (const part of [...same, 'enablePDB', 'primaryUpdateStrategy'])
    expect(at(restored, 'spec', part)).toEqual(at(cluster, 'spec', part));
  const [source] = listAt(restored, 'spec.externalClusters');
  expect(at(restored, 'spec', 'bootstrap', 'recovery', 'source')).toBe(textAt(source, 'name'));
  expect(at(source, 'plugin', 'parameters')).toEqual({ barmanObjectName: 'premium-backups', serverName: 'premium-db' });
  const [plugin] = listAt(restored, 'spec.plugins');
  expect(at(plugin, 'parameters', 'serverName')).toBe('premium-db-restored');
  expect(textAt(restored, 'spec.bootstrap.recovery.recoveryTarget.targetTime')).toMatch(/Z$/);
});

test('scrapes the database, and the web process under the job name of the alert rules', () => {
  const [web, database] = ofKind('PodMonitor').map(({ content }) => at(content, 'spec'));
  expect(namesOf(at(database, 'selector'))).toEqual([]);
  const rest = manifests.filter(({ kind }) => kind === 'PodMonitor').map(({ name }) => name);
  expect(rest).toEqual(['web', 'premium-db']);
  expect(namesOf(at(web, 'selector'))).toEqual(['web']);
  expect(selected(at(web, 'selector'))[0]?.labels[textAt(web, 'jobLabel')]).toBe('rspamd-premium');
  for (const spec of [web, database])
    expect(listAt(spec, 'podMetricsEndpoints')).toEqual([{ port: 'metrics', interval: '15s' }]);
});
