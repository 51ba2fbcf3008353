import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { db } from '#lib/base/db/db.ts';
import { env } from '#lib/base/settings/env.ts';
import { oneLineOf } from '#lib/base/text/one-line.ts';
import '#lib/testing/database.ts';
import { programEnvironment, TEST_SETTINGS } from '#lib/testing/environment.ts';
import { unique } from '#lib/testing/factories.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const programs = [
  ...globSync('bin/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts') && !/^export /m.test(read(file))),
  ...['bin/migrate/migrate.ts', 'prisma/seed.ts', 'server/index.ts', 'worker.ts'],
];
const commands = Object.values(
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
).flatMap(
  (script) =>
    /^exec node (?:--import \S+ |--\S+ )*((?:bin|prisma|server)\/\S+\.ts|worker\.ts)$/.exec(script)?.[1] ?? [],
);

test('knows every command of package.json', () => {
  expect(commands.length).toBeGreaterThan(12);
  for (const command of commands) expect(programs).toContain(command);
});

/** Says that Node.js is too old, which comes before everything else. */
const OLDER = "import '#lib/base/settings/node-version.mjs';";

test.each(programs)('%s imports what shows its errors first', (program) => {
  const [first] = [...read(program).matchAll(/^import .*$/gm)].map(([line]) => line).filter((line) => line !== OLDER);
  expect(first).toMatch(/'#lib\/base\/one-line-errors\.ts';$/);
});

/** What each command is given. All others run without arguments. */
const ARGUMENTS: Record<string, string[]> = {
  'bin/admin.ts': ['create', 'admin@premium.test'],
  'bin/backup.ts': ['/proc/no-such-folder/backup'],
  'bin/restore.ts': ['/proc/no-such-folder/backup'],
  'bin/stripe-smoke.ts': [],
};
/** Waits for the database, and reports each failure on its own line: neither ends with an error. */
const NEVER_END = ['bin/wait-until-migrated.ts', 'bin/health-check.ts', 'bin/check.ts', 'bin/stripe-smoke.ts'];
/** Steps of the build would overwrite what it has made. */
const OF_THE_BUILD = ['bin/api-types.ts', 'bin/openapi.ts', 'bin/finish-build.ts', 'bin/image.ts', 'bin/release.ts'];
const run = (program: string, settings: Record<string, string>) =>
  execa(process.execPath, [path.join(root, program), ...(ARGUMENTS[program] ?? [])], {
    cwd: root,
    env: { ...programEnvironment(), ...settings },
    extendEnv: false,
    reject: false,
    timeout: 60_000,
  });

describe.each(programs.filter((program) => ![...NEVER_END, ...OF_THE_BUILD].includes(program)))('%s', (program) => {
  test('answers in one line when a service is down, and exits with 1', async () => {
    if (program === 'server/index.ts') return; // it starts, and says at /readyz what is missing
    const { exitCode, stderr, stdout } = await run(program, {
      ...TEST_SETTINGS,
      MIGRATE_DATABASE_URL: TEST_SETTINGS.DATABASE_URL,
      ...{ SEED: 'none', ADMIN_EMAIL: 'admin@premium.test', ADMIN_PASSWORD: unique('Correct-horse-battery') },
    });
    expect(stderr + stdout).not.toMatch(/^\s+at /m);
    expect(stderr.split('\n').map((line) => line.slice(0, 300))).toEqual([expect.stringMatching(/\w/)]);
    expect(exitCode).toBe(1);
  });
});

test.each(['server/index.ts', 'worker.ts', 'bin/keys-reseal.ts', 'prisma/seed.ts'])(
  '%s names missing settings in one line',
  async (program) => {
    const { exitCode, stderr } = await run(program, { NODE_ENV: 'production', APP_MODE: 'production' });
    expect(stderr).toMatch(/^\S+ failed: Invalid environment: APP_URL: is missing; .*AUTH_SECRET: is missing[^\n]*$/);
    expect(exitCode).toBe(1);
  },
);

test('shows the stack with LOG_LEVEL=debug', async () => {
  const { stderr } = await run('worker.ts', { NODE_ENV: 'production', LOG_LEVEL: 'debug' });
  expect(stderr).toMatch(/^\s+at /m);
});

test('the seed says that the admin already exists, and how to change them', async () => {
  const email = `${unique('admin')}@premium.test`;
  const settings = { ...TEST_SETTINGS, DATABASE_URL: env().DATABASE_URL, SEED: 'none', ADMIN_EMAIL: email };
  const password = { ADMIN_PASSWORD: unique('Correct-horse-battery') };
  expect((await run('prisma/seed.ts', { ...settings, ...password })).stdout).toBe(`Admin ${email} created`);
  expect((await run('prisma/seed.ts', { ...settings, ...password })).stdout).toMatch(
    /is already an admin: nothing changed/,
  );
  await db().user.update({ where: { email }, data: { isAdmin: false } });
  expect((await run('prisma/seed.ts', settings)).stdout).toMatch(/already exists and is no admin.*promote/);
});

test.each([
  [
    new Error('Invalid environment:\n  A: is missing\n  B: is missing'),
    'Invalid environment: A: is missing; B: is missing',
  ],
  [
    new TypeError('fetch failed', { cause: new Error('self-signed certificate') }),
    'fetch failed: self-signed certificate',
  ],
  [Object.assign(new AggregateError([new Error('a'), new Error('b')]), { code: 'ECONNREFUSED' }), 'a; b'],
  [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
  ['a text.', 'a text.'],
])('shows %s in one line', (error, line) => {
  expect(oneLineOf(error)).toBe(line);
});
