import { randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { makeImage } from '#bin/image/make-image.ts';
import { APP_ROLE, urlFor } from '#bin/migrate/grants.ts';
import { root } from '#dev/stack/folders.ts';
import { capture } from '#dev/tests/capture.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';
import { cleanEnvironment } from '#dev/tests/test-stack.ts';
import { PRODUCTION_SITE } from '#lib/testing/contacts.ts';
import { expect, test } from '../fixtures.ts';
import { HttpClient } from '../support/http-client.ts';
import { PASSWORD } from '../support/people.ts';
import { createDetachedStack, type DetachedStack } from '../support/stacks/detached-stack.ts';

/** The folder that the Dockerfile's final stage copies, made by the program that the build stage runs. */
let image: string;
let files: string[];
let stack: DetachedStack;
let settings: Record<string, string>;
let removeFolder: () => void;
test.describe.configure({ mode: 'default', timeout: 300_000 });
test.beforeAll(async () => {
  test.setTimeout(300_000);
  const folder = await makeTestFolder('image');
  removeFolder = folder.remove;
  image = path.join(realpathSync(folder.path), 'app');
  makeImage(image);
  files = filesIn(image).map((file) => path.relative(image, file));
  stack = await createDetachedStack();
  await stack.query('CREATE DATABASE image');
  const owner = Object.assign(new URL(stack.databaseUrl), { pathname: '/image' }).href;
  const { password } = new URL(stack.settings.DATABASE_URL);
  settings = {
    ...stack.settings,
    ...PRODUCTION_SITE,
    APP_MODE: 'production',
    STRIPE_SECRET_KEY: `sk_test_${randomUUID()}`,
    STRIPE_API_BASE: '',
    DATABASE_URL: urlFor(owner, APP_ROLE, password),
    MIGRATE_DATABASE_URL: owner,
    SEED: 'none',
    ADMIN_EMAIL: 'first@premium.test',
    ADMIN_PASSWORD: PASSWORD,
  };
});
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus && stack) console.log(stack.output());
});
test.afterAll(async () => {
  await stack?.remove();
  removeFolder?.();
});

/** Flags with which Node.js reads nothing outside the image, apart from system files, and writes nothing. */
const contained = () => {
  const [parent, top] = [path.dirname(image), path.parse(image).root];
  // Next.js looks for these files of a workspace in all parent folders.
  const markers = ['pnpm-workspace.yaml', 'lerna.json'].flatMap((name) =>
    ancestors(parent, top).map((folder) => path.join(folder, name)),
  );
  const readable = [image, '/proc', '/etc', ...markers];
  return [
    ...['--permission', '--allow-addons', '--allow-worker', '--disable-warning=SecurityWarning'],
    ...readable.map((place) => `--allow-fs-read=${place}`),
  ];
};
const ancestors = (folder: string, top: string): string[] =>
  folder === top ? [top] : [folder, ...ancestors(path.dirname(folder), top)];
const run = (file: string, env: Record<string, string>, nodeArgs: string[] = []) =>
  capture(process.execPath, [...nodeArgs, file], { cwd: image, env: { ...cleanEnvironment(), ...env } });
/** Files and links below a folder. Links are not followed. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
const own = () => files.filter((name) => !name.startsWith('node_modules/'));

test('holds no test, story, emulator, development program or source map', () => {
  const tops = new Set(files.map((name) => name.split('/')[0]));
  expect([...tops].toSorted()).toEqual(
    [
      ...['.next', 'agent', 'app', 'bin', 'emails', 'generated', 'lib', 'next.config.mjs', 'node_modules'],
      ...['package.json', 'prisma', 'server', 'worker.ts'],
    ].toSorted(),
  );
  expect(own().filter((name) => /\.(test|spec|stories)\.|^lib\/testing\/|\.(map|md)$/.test(name))).toEqual([]);
  expect(files.filter((name) => name.startsWith('agent/'))).toEqual(['agent/dist/agent.mjs']);
  const { scripts } = JSON.parse(readFileSync(path.join(image, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts)).toContain('billing:verify');
  expect(Object.values(scripts).filter((command) => /dev\/|bench\/|storybook|vitest/.test(command))).toEqual([]);
});

test('holds no second Node.js and no tool of the tests', () => {
  expect(files.filter((name) => /(^|\/)bin\/node(\.exe)?$/.test(name))).toEqual([]);
  const tools =
    /^node_modules\/(node-(bin-)?(linux|darwin|win)|vitest|playwright|@playwright|esbuild|storybook|jsdom|prisma|typescript|tailwindcss)\b(?!-)/;
  expect(files.filter((name) => tools.test(name))).toEqual([]);
});

test('holds no source map and no type declaration of a package', () => {
  expect(files.filter((name) => /\.(map|d\.[cm]?ts)$/.test(name))).toEqual([]);
});

test('holds no secret and no settings', () => {
  expect(files.filter((name) => /(^|\/)\.env(\.|$)|\.pem$|secrets\.(env|yaml)$|^\.data/.test(name))).toEqual([]);
  const secret =
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[\w+/]{40}|\b[sr]k_(live|test)_[a-zA-Z0-9]{20}|\bwhsec_[a-zA-Z0-9]{20}/;
  const found = own().filter((name) => {
    const file = path.join(image, name);
    return !lstatSync(file).isSymbolicLink() && secret.test(readFileSync(file, 'utf8'));
  });
  expect(found).toEqual([]);
});

test('holds every production dependency in the version of the lockfile', () => {
  type Versioned = { version: string };
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(Object.keys(dependencies).length).toBeGreaterThan(30);
  for (const [name, version] of Object.entries(dependencies)) {
    const file = path.join(image, 'node_modules', name, 'package.json');
    expect([name, (JSON.parse(readFileSync(file, 'utf8')) as Versioned).version]).toEqual([name, version]);
  }
});

test('migrates a database, creates the admin, serves pages and runs jobs with only the image’s files', async () => {
  // Runs without `contained`, which forbids operations that Prisma's command needs.
  const migrated = await run('bin/migrate/migrate.ts', settings);
  expect(migrated.output).toContain('migrations applied');
  expect(migrated.code).toBe(0);
  const { MIGRATE_DATABASE_URL: _owner, ...rest } = settings;
  const seeded = await run('prisma/seed.ts', rest, contained());
  expect(seeded.output).toContain('Admin first@premium.test created');

  const [command] = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))?.slice(1) ?? [];
  const [program, ...args] = JSON.parse(command ?? '[]') as string[];
  expect([program, args.at(-1)]).toEqual(['node', 'server/index.ts']); // startApp runs this file with the same flags
  const app = await stack.startApp(rest, { folder: image, nodeArgs: contained() });
  const client = new HttpClient(app.url);
  for (const place of ['/healthz', '/readyz', '/', '/pricing', '/login', '/api/openapi.json', '/oauth2/jwks'])
    expect((await client.send(place)).status, place).toBe(200);
  const styles = /href="(\/_next\/static\/[^"]+\.css)/.exec((await client.send('/')).text)?.[1];
  expect((await client.send(styles ?? '/no-styles')).status).toBe(200);
  const signedUp = await client.send('/signup/email', {
    json: { email: 'weak@premium.test', password: 'Password12345' },
  });
  expect([signedUp.status, signedUp.text]).toEqual([422, expect.stringContaining('password')]);
  const json = { email: 'first@premium.test', password: PASSWORD };
  expect((await client.send('/login/email', { json })).status).toBe(200);
  for (const place of ['/userstatus', '/dashboard', '/admin/overview', '/admin/audit'])
    expect((await client.send(place)).status, place).toBe(200);
  const health = () => run('bin/health-check.ts', { PORT: new URL(app.url).port, TMPDIR: path.dirname(image) });
  expect((await health()).code).toBe(0);
  expect((await run('bin/wait-until-migrated.ts', rest)).code).toBe(0);
  const worker = await stack.startWorker(rest, { folder: image, nodeArgs: contained() });
  await worker.terminate();
  expect(await app.terminate()).toBeLessThan(10_000);
  expect(await worker.ended).toBe(0);
  expect(await app.ended).toBe(0);
});

test('holds every file that the operator’s commands load', async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(image, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(scripts).map((command) => command.split(' ').at(-1) ?? '');
  expect(commands).toContain('bin/restore.ts');
  for (const file of commands.filter((name) => name.startsWith('bin/'))) {
    const { output } = await run(file, {}); // stops at the first missing setting
    expect(output, file).not.toMatch(/ERR_|Cannot find|SyntaxError/);
    expect(output.trim(), file).not.toBe('');
  }
});
