import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { WEB_FLAGS } from '#dev/stack/settings.ts';
import { parseEnv } from '#lib/env.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const FILES = ['docker-compose.yml', 'deploy/swarm/stack.yml'];

const Service = z.looseObject({
  image: z.string(),
  command: z.union([z.string(), z.array(z.string())]).optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  tmpfs: z.array(z.string()),
  ports: z.array(z.unknown()).optional(),
  environment: z.record(z.string(), z.unknown()),
  healthcheck: z.looseObject({ disable: z.boolean().optional(), test: z.array(z.string()).optional() }).optional(),
  secrets: z.array(z.union([z.string(), z.looseObject({ source: z.string() })])).optional(),
  deploy: z.looseObject({ resources: z.unknown().optional() }).optional(),
});
const Stack = z.looseObject({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ external: z.literal(true), name: z.string() })).optional(),
});
const servicesOf = (file: string) => Stack.parse(parse(read(file), { merge: true })).services;
const stack = Stack.parse(parse(read('deploy/swarm/stack.yml'), { merge: true }));
const { app, worker, migrate, nginx } = stack.services;
const commandOf = (service: typeof app) => [service?.command].flat().join(' ');

test.each(FILES)('.env.example describes each variable of %s', (file) => {
  const known = new Set([...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name));
  const used = [...read(file).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test.each(FILES)('%s publishes the ports of the site only, never the database’s or the metrics’', (file) => {
  const published = Object.entries(servicesOf(file)).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${typeof port === 'string' ? port : JSON.stringify(port)}`),
  );
  expect(published).toEqual(
    file === 'docker-compose.yml'
      ? ['app 127.0.0.1:${PORT:-8080}:8080', 'nginx 80:80', 'nginx 443:443']
      : ['nginx {"target":80,"published":80,"mode":"host"}', 'nginx {"target":443,"published":443,"mode":"host"}'],
  );
});

test.each(FILES)('%s checks the health of each service that listens', (file) => {
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*CMD \["node", "bin\/health-check\.ts"\]$/m);
  for (const [name, { image, healthcheck }] of Object.entries(servicesOf(file))) {
    const isOurs = /rspamd-premium/.test(image);
    const isChecked = isOurs ? healthcheck?.disable !== true : healthcheck?.test !== undefined;
    const unchecked = file === 'docker-compose.yml' ? ['migrate', 'worker', 'nginx'] : ['migrate'];
    expect(isChecked, name).toBe(!unchecked.includes(name));
  }
});

test('has no value of a secret in the stack, and no variable for a secret (S30)', () => {
  const text = read('deploy/swarm/stack.yml');
  expect([...text.matchAll(/\$\{(\w*(?:SECRET|KEY|PASSWORD|DATABASE_URL|SMTP_URL)\w*)/g)].map(([, n]) => n)).toEqual([
    'APP_SECRETS',
    'OWNER_SECRETS',
  ]);
  expect(text).not.toMatch(/postgres(ql)?:\/\//);
  expect(Object.keys(stack.secrets ?? {})).toEqual(['app', 'owner', 'first-admin', 'certificate', 'certificate-key']);
});

test('gives the credentials of the tables’ owner only to the program that migrates (S81)', () => {
  for (const service of [app, worker]) {
    expect(service?.secrets).toEqual(['app']);
    expect(commandOf(service)).toContain('--env-file=/run/secrets/app');
  }
  expect(migrate?.secrets).toEqual(['app', 'owner', 'first-admin']);
  for (const part of commandOf(migrate).split('&&'))
    expect(part.includes('/owner')).toBe(part.includes('bin/migrate/migrate.ts'));
});

test('names every setting that production requires, in the stack and in the docs', () => {
  let message = '';
  try {
    parseEnv({ NODE_ENV: 'production' });
  } catch (error) {
    message = (error as Error).message;
  }
  const missing = [...message.matchAll(/^ {2}(\w+): is missing$/gm)].map(([, name = '']) => name);
  const given = Object.keys(app?.environment ?? {});
  const secret = missing.filter((name) => !given.includes(name));
  expect(secret.toSorted()).toEqual(
    [
      ...['AUTH_SECRET', 'DATABASE_URL', 'KEY_ENCRYPTION_KEY', 'OIDC_COOKIE_KEYS', 'SMTP_URL'],
      ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ].toSorted(),
  );
  const docs = /^## Docker Swarm\n([\s\S]*?)^## /m.exec(read('docs/operations.md'))?.[1];
  for (const name of [...secret, 'MIGRATE_DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'])
    expect(docs).toContain(`\`${name}\``);
  expect(Object.keys(worker?.environment ?? {})).toEqual(given);
});

test('replaces one task at a time, waits until the new one is healthy, and rolls back a failed update (R11)', () => {
  for (const service of [app, worker]) {
    expect(service?.deploy).toMatchObject({
      replicas: 2,
      update_config: { parallelism: 1, order: 'start-first', failure_action: 'rollback' },
      rollback_config: { parallelism: 1, order: 'start-first' },
    });
    expect(service?.stop_grace_period).toBe('15s');
  }
  expect(commandOf(worker)).toMatch(/bin\/wait-until-migrated\.ts && touch \/tmp\/started && exec node .*worker\.ts$/);
  expect(worker?.healthcheck).toMatchObject({ test: ['CMD', 'test', '-e', '/tmp/started'], start_period: '10m' });
  expect(migrate?.deploy).toMatchObject({ replicas: 1, restart_policy: { condition: 'on-failure' } });
  expect(nginx?.deploy).toMatchObject({ mode: 'global', update_config: { parallelism: 1, order: 'stop-first' } });
});

test('starts the web process as the image does, with its secrets', () => {
  expect(app?.command).toEqual(['node', '--env-file=/run/secrets/app', ...WEB_FLAGS, 'server/index.ts']);
  expect(app?.networks).toEqual({ inside: { aliases: ['app2'] } });
  expect(read('deploy/nginx.conf').match(/server app2?:8080/g)).toEqual(['server app:8080', 'server app2:8080']);
  for (const service of Object.values(stack.services))
    expect(service.deploy?.resources).toMatchObject({ limits: { memory: expect.stringMatching(/^\d+[GM]$/) } });
});
