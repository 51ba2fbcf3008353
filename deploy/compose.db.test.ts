import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { grantToApp, urlFor } from '#bin/migrate/grants.ts';
import { migrate } from '#bin/migrate/migrate.ts';
import { parseEnv } from '#lib/base/settings/env.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const compose = read('docker-compose.yml');
/** The text of each service and of the two fragments (x-…) that services merge. */
const blocks = new Map(
  (compose.split('\nnetworks:')[0] ?? '').split(/^(?=x-\w| {2}\w+:$)/m).map((text) => {
    const name = /^ *(x-\w+|\w+)/.exec(text)?.[1] ?? '';
    return [name, text] as const;
  }),
);
const blockOf = (name: string): string => {
  const text = blocks.get(name) ?? '';
  const merged = [...text.matchAll(/<<: \*(\w+)/g)].map(([, other = '']) => blockOf(`x-${other}`));
  return [text, ...merged].join('\n');
};
const services = ['app', 'app2', 'nginx', 'worker', 'migrate', 'backup', 'postgres'];

test.each(services)('%s has a read-only file system and no more rights than it needs', (name) => {
  const text = blockOf(name);
  expect(text).toMatch(/^ *read_only: true$/m);
  expect(text).toMatch(/^ *cap_drop: \[ALL\]$/m);
  expect(text).toMatch(/^ *security_opt: \['no-new-privileges:true'\]$/m);
  expect(text).toMatch(/^ *tmpfs: \[.*\/tmp/m);
  expect(/cap_add/.test(text)).toBe(name === 'nginx');
});

test('pins every base image to an exact version', () => {
  const images = [...(compose + read('Dockerfile')).matchAll(/(?:image:|^FROM) (\S+)/gm)].map(([, image]) => image);
  expect(images.filter((image) => image !== 'rspamd-premium')).toHaveLength(5);
  for (const image of images) expect(image).toMatch(/^rspamd-premium$|:\d+\.\d+(\.\d+)?(-|$)/);
});

test('runs the processes with the app’s role, migrations with the owner’s, and nothing with the superuser’s', () => {
  for (const name of ['app', 'app2', 'worker']) {
    expect(blockOf(name)).toContain('postgresql://premium_app:');
    expect(blockOf(name)).not.toMatch(/premium_owner|OWNER_PASSWORD|POSTGRES_PASSWORD/);
  }
  expect(blockOf('backup')).toMatch(/PGUSER: premium_owner\n/);
  expect(compose.match(/MIGRATE_DATABASE_URL: postgresql:\/\/premium_owner:/g)).toHaveLength(1);
  expect(compose).not.toMatch(/postgresql:\/\/postgres/);
});

test('passes on every setting that production requires', () => {
  let message = '';
  try {
    parseEnv({ NODE_ENV: 'production' });
  } catch (error) {
    message = (error as Error).message;
  }
  const missing = [...message.matchAll(/^ {2}(\w+): is missing$/gm)].map(([, name]) => name);
  expect(missing.length).toBeGreaterThan(14);
  for (const name of missing) expect(compose).toMatch(new RegExp(`^ +${name}: `, 'm'));
});

test('passes the commit on to the build, which has no repository, so that metrics and console show it', () => {
  expect(blockOf('x-app')).toContain("args: { COMMIT: '${COMMIT:-}' }");
  expect(read('Dockerfile')).toMatch(/^ARG COMMIT=$/m);
  const builds = [...read('docs/operations.md').matchAll(/.*\bdocker (?:compose )?build\b.*/g)].map(([line]) => line);
  expect(builds).toHaveLength(3);
  for (const line of builds) expect(line).toMatch(/COMMIT=\$\(git rev-parse --short=12 HEAD\)/);
});

test('.env.example describes each variable', () => {
  const known = new Set([...read('.env.example').matchAll(/^#(\w+)=/gm)].map(([, name]) => name));
  const used = [...compose.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test('publishes the ports of the site only, and checks the health of each service that listens', () => {
  expect([...compose.matchAll(/^ +ports: (.*)$/gm)].map(([, ports]) => ports)).toEqual([
    "['127.0.0.1:${PORT:-8080}:8080']",
    "['80:80', '443:443']",
  ]);
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*CMD \["node", "bin\/health-check\.ts"\]$/m);
  for (const name of services)
    expect(/healthcheck: \{ disable: true \}/.test(blockOf(name)), name).toBe(['migrate', 'worker'].includes(name));
});

test('the image listens on all addresses of its container, which the app itself does not (S10)', () => {
  expect(read('Dockerfile')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0\b/m);
  expect(compose).toMatch(/ports: \['127\.0\.0\.1:/);
});

test("trusts Docker's network and nothing else, with and without IPv6 (S10)", () => {
  const proxies = /TRUSTED_PROXIES: \$\{TRUSTED_PROXIES:-(.+)\}/.exec(compose)?.[1] ?? '';
  const subnets = [...compose.matchAll(/- subnet: (\S+)/g)].map(([, subnet]) => subnet);
  expect(proxies.split(',')).toEqual(subnets);
  const { TRUSTED_PROXIES } = parseEnv({ ...process.env, TRUSTED_PROXIES: proxies });
  const asked = ['172.30.84.1', 'fd5e:84e4:8f3a::5', '172.17.0.1', '127.0.0.1', 'fd5e:84e4:8f3b::5'];
  expect(asked.filter((address) => TRUSTED_PROXIES.has(address))).toEqual(asked.slice(0, 2));
});

test('creates an owner that can migrate, and an app role that cannot change the audit log (S81)', async () => {
  const suffix = randomBytes(4).toString('hex');
  const named = (text: string) => text.replaceAll(/\bpremium(_owner|_app)?\b/g, `premium$1_${suffix}`);
  const statements = named(read('deploy/postgres-roles.sql'))
    .replace(/^.*^BEGIN;$(.*)^COMMIT;$.*$/ms, '$1') // without psql's own commands (postgres-roles.soak.test.ts)
    .replaceAll(/:'\w+'/g, "'of a test'");
  const of = (database: string) => Object.assign(new URL(inject('postgres').url), { pathname: `/${database}` }).href;
  await withClient(of('postgres'), (client) => client.query(named('CREATE DATABASE premium')));
  await withClient(of(named('premium')), (client) => client.query(statements));
  const [owner, app] = ['premium_owner', 'premium_app'].map((role) =>
    urlFor(of(named('premium')), named(role), 'of a test'),
  ) as [string, string];
  await migrate(owner);
  await grantToApp(owner, app);
  await withClient(app, async (client) => {
    await client.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'a@b.test')`);
    await expect(client.query('ALTER TABLE audit_events DISABLE TRIGGER ALL')).rejects.toThrow('must be owner');
    await expect(client.query('DELETE FROM audit_events')).rejects.toThrow('permission denied');
  });
  await withClient(of('postgres'), (client) => client.query(`${named('DROP DATABASE premium')} WITH (FORCE)`));
});

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
