import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseUrl } from 'pg-connection-string';
import { expect, test } from 'vitest';
import { parseEnv } from '#lib/base/settings/env.ts';
import { at, containersOf, entriesAt, find, listAt, manifests, ofKind, pods, selected, textAt } from './manifests.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
const podOf = (name: string) => {
  const pod = pods.find((each) => each.name === name);
  if (!pod) throw new Error(`There is no pod ${name}.`);
  return pod;
};
const web = containersOf(podOf('web'))[0];
const containers = pods.flatMap((pod) =>
  containersOf(pod).map((content) => ({ pod, name: `${pod.name}/${textAt(content, 'name')}`, content })),
);

test('puts everything into one namespace, which enforces the restricted pod security standard', () => {
  expect(manifests.length).toBeGreaterThan(20);
  for (const { kind, content } of manifests)
    if (kind !== 'Namespace') expect(at(content, 'metadata', 'namespace')).toBe('rspamd-premium');
  const namespace = find('Namespace', 'rspamd-premium');
  expect(at(namespace, 'metadata', 'labels', 'pod-security.kubernetes.io/enforce')).toBe('restricted');
  const names = manifests.map(({ kind, name }) => `${kind}/${name}`);
  expect(names).toEqual([...new Set(names)]);
});

test('has a web process, a worker, and a job that migrates and then creates the first admin', () => {
  expect(containers.map(({ name }) => name)).toEqual(['web/web', 'worker/worker', 'migrate/migrate', 'migrate/seed']);
  expect(containers.map(({ content }) => at(content, 'command'))).toEqual([
    undefined, // the image's own command
    ['node', 'worker.ts'],
    ['node', 'bin/migrate/migrate.ts'],
    ['node', 'prisma/seed.ts'],
  ]);
});

test.each(containers)('$name runs without root, writes only to /tmp and has no more rights than it needs', (each) => {
  const { spec } = each.pod;
  expect(at(spec, 'securityContext')).toEqual({
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(at(each.content, 'securityContext')).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(at(spec, 'automountServiceAccountToken')).toBe(false);
  expect(at(spec, 'enableServiceLinks')).toBe(false);
  expect(listAt(each.content, 'volumeMounts').filter((mount) => at(mount, 'readOnly') !== true)).toEqual([
    { name: 'tmp', mountPath: '/tmp' },
  ]);
  expect(listAt(spec, 'volumes')).toContainEqual({ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } });
});

test.each(containers)('$name runs the version of this repository, with requests and a limit of memory', (each) => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(at(each.content, 'image')).toBe(`rspamd-premium:${version}`);
  expect(entriesAt(each.content, 'resources.requests').map(([name]) => name)).toEqual(['cpu', 'memory']);
  expect(entriesAt(each.content, 'resources.limits').map(([name]) => name)).toEqual(['memory']);
});

test('gives the web process more memory than its maximum heap', () => {
  const heap = Number(/--max-old-space-size=(\d+)/.exec(read('Dockerfile'))?.[1]);
  expect(at(web, 'resources', 'limits', 'memory')).toBe('2Gi');
  expect(heap).toBeLessThan(2048);
});

test('restarts a web process that does not answer, and sends requests only to one that is ready', () => {
  const httpGet = (url: string) => ({ httpGet: { path: url, port: 'http' } });
  expect(at(web, 'startupProbe')).toMatchObject(httpGet('/healthz'));
  expect(at(web, 'livenessProbe')).toMatchObject(httpGet('/healthz'));
  expect(at(web, 'readinessProbe')).toMatchObject(httpGet('/readyz'));
  expect(listAt(web, 'ports')).toEqual([
    { name: 'http', containerPort: 8080 },
    { name: 'metrics', containerPort: 9080 },
  ]);
  const limit = Number(/^const LIMIT_MS = (\d+);/m.exec(read('server/readiness.ts'))?.[1]);
  expect(Number(at(web, 'readinessProbe', 'timeoutSeconds')) * 1000).toBeGreaterThan(limit);
});

test('kills a process only after the time that it takes to stop (R11)', () => {
  const drain = Number(/^const DRAIN_MS = (\d+);/m.exec(read('server/index.ts'))?.[1]);
  const notice = Number(
    /SHUTDOWN_NOTICE_MS: mode === 'production' \? '(\d+)'/.exec(read('lib/base/settings/env.ts'))?.[1],
  );
  const pause = Number(at(web, 'lifecycle', 'preStop', 'sleep', 'seconds'));
  expect(pause).toBeGreaterThanOrEqual(3);
  const grace = (name: string) => Number(at(podOf(name).spec, 'terminationGracePeriodSeconds')) * 1000;
  expect(grace('web')).toBeGreaterThanOrEqual(pause * 1000 + notice + drain + 5000);
  const finish = Number(/boss\.stop\(\{ graceful: true, timeout: (\d+) \}\)/.exec(read('lib/jobs/queue.ts'))?.[1]);
  expect(grace('worker')).toBeGreaterThanOrEqual(finish + 5000);
});

test('keeps two of each process, on different nodes, through updates and drained nodes (R12)', () => {
  for (const name of ['web', 'worker']) {
    const deployment = find('Deployment', name);
    expect(at(deployment, 'spec', 'strategy', 'rollingUpdate')).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(at(find('PodDisruptionBudget', name), 'spec', 'maxUnavailable')).toBe(1);
    const [nodes, zones] = listAt(podOf(name).spec, 'topologySpreadConstraints');
    expect(nodes).toMatchObject({ topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' });
    expect(zones).toMatchObject({ topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway' });
    for (const spread of [nodes, zones]) expect(selected(at(spread, 'labelSelector'))).toEqual([podOf(name)]);
  }
  expect(Number(at(find('Deployment', 'worker'), 'spec', 'replicas'))).toBeGreaterThanOrEqual(2);
  const autoscaler = find('HorizontalPodAutoscaler', 'web');
  expect(at(autoscaler, 'spec', 'scaleTargetRef')).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' });
  expect(Number(at(autoscaler, 'spec', 'minReplicas'))).toBeGreaterThanOrEqual(2);
  expect(at(find('Deployment', 'web'), 'spec', 'replicas')).toBeUndefined(); // the autoscaler sets it
});

test('selects only the pods of the named process in every selector', () => {
  for (const { name, content } of ofKind('Deployment'))
    expect(selected(at(content, 'spec', 'selector'))).toEqual([podOf(name)]);
  for (const { name, content } of ofKind('PodDisruptionBudget'))
    expect(selected(at(content, 'spec', 'selector'))).toEqual([podOf(name)]);
  expect(selected({ matchLabels: at(find('Service', 'web'), 'spec', 'selector') })).toEqual([podOf('web')]);
  expect(listAt(find('Service', 'web'), 'spec.ports')).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
  const [backend] = listAt(find('Ingress', 'web'), 'spec.rules').flatMap((rule) => listAt(rule, 'http.paths'));
  expect(at(backend, 'backend', 'service')).toEqual({ name: 'web', port: { name: 'http' } });
});

const settings = entriesAt(find('ConfigMap', 'settings'), 'data');
const secrets = ofKind('Secret').map(({ name, content }) => ({ name, entries: entriesAt(content, 'stringData') }));
const envOf = (container: unknown) => new Map(listAt(container, 'env').map((each) => [textAt(each, 'name'), each]));

test.each(containers)('$name gets every setting that production requires', ({ content }) => {
  let message = '';
  try {
    parseEnv({ NODE_ENV: 'production' });
  } catch (error) {
    message = (error as Error).message;
  }
  const missing = [...message.matchAll(/^ {2}(\w+): is missing$/gm)].map(([, name]) => name);
  expect(missing.length).toBeGreaterThan(14);
  expect(at(content, 'envFrom')).toEqual([
    { configMapRef: { name: 'settings' } },
    { secretRef: { name: 'app-secrets' } },
  ]);
  const given = [...settings, ...(secrets.find(({ name }) => name === 'app-secrets')?.entries ?? [])];
  const names = [...given.map(([name]) => name), ...envOf(content).keys()];
  expect(missing.filter((name = '') => !names.includes(name))).toEqual([]);
});

test('sets nothing that the app does not know', () => {
  const known = new Set([...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name));
  const others = new Set(['HOME', 'DATABASE_APP_PASSWORD', 'DATABASE_OWNER_PASSWORD']);
  const names = [
    ...settings.map(([name]) => name),
    ...secrets
      .filter(({ name }) => !/^(database|backup)-/.test(name))
      .flatMap(({ entries }) => entries.map(([n]) => n)),
    ...containers.flatMap(({ content }) => [...envOf(content).keys()]),
  ];
  expect(names.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
});

test('has no value of a secret, and no secret among the settings (S30)', () => {
  for (const { entries } of secrets) for (const [key, value] of entries) if (key !== 'username') expect(value).toBe('');
  expect(settings.map(([name]) => name).filter((name) => /SECRET|KEY|PASSWORD|_URL$/.test(name))).toEqual([
    'APP_URL',
    'SALES_URL',
  ]);
});

test('refers only to secrets and keys of the template or of the database’s operator', () => {
  const used = containers.flatMap(({ content }) =>
    listAt(content, 'env').flatMap((each) => at(each, 'valueFrom', 'secretKeyRef') ?? []),
  );
  expect(used.length).toBeGreaterThan(5);
  for (const reference of used) {
    const secret = secrets.find(({ name }) => name === textAt(reference, 'name'));
    expect(secret?.entries.map(([key]) => key)).toContain(textAt(reference, 'key'));
  }
  for (const { spec } of pods)
    expect(listAt(spec, 'volumes')).toContainEqual({
      name: 'postgres-ca',
      secret: { secretName: 'premium-db-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
    });
});

test('gives the credentials of the tables’ owner only to the container that migrates (S81)', () => {
  const host = '@premium-db-rw:5432/premium?sslmode=verify-full&sslrootcert=/etc/postgres/ca.crt';
  for (const { name, content } of containers) {
    const env = envOf(content);
    const names = [...env.keys()];
    expect(textAt(env.get('DATABASE_URL'), 'value')).toBe(`postgresql://premium_app:$(DATABASE_APP_PASSWORD)${host}`);
    expect(names.indexOf('DATABASE_APP_PASSWORD')).toBeLessThan(names.indexOf('DATABASE_URL'));
    expect(listAt(content, 'volumeMounts')).toContainEqual({
      name: 'postgres-ca',
      mountPath: '/etc/postgres',
      readOnly: true,
    });
    if (name !== 'migrate/migrate') expect(JSON.stringify(content)).not.toMatch(/owner/i);
  }
  const migrate = envOf(containers[2]?.content);
  expect(textAt(migrate.get('MIGRATE_DATABASE_URL'), 'value')).toBe(
    `postgresql://premium_owner:$(DATABASE_OWNER_PASSWORD)${host}`,
  );
});

test('checks the database’s certificate and host name against the mounted CA', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ca-'));
  writeFileSync(path.join(folder, 'ca.crt'), 'certificate of the CA');
  try {
    const url = textAt(envOf(web).get('DATABASE_URL'), 'value').replace('/etc/postgres', folder);
    const { host, database, ssl } = parseUrl(url);
    expect([host, database]).toEqual(['premium-db-rw', 'premium']);
    // No other options: rejectUnauthorized and checkServerIdentity could weaken the check.
    expect(ssl).toEqual({ ca: 'certificate of the CA' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
