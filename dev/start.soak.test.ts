import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, isListening } from './stack/ports.ts';
import { isAlive, processesIn, signal, until } from './stack/process.ts';
import { readRuntime } from './stack/runtime.ts';
import { cleanEnvironment } from './tests/test-stack.ts';
import { makeTestFolder } from './tests/test-folder.ts';

/** A trivial application for the real `npm start`, in development mode, so that nothing is built. */
const FAKES = {
  'bin/api-types.ts': '',
  'bin/openapi.ts': '',
  'server/index.ts': `import { createServer } from 'node:http';
const server = createServer((_, response) => response.end('ready')).listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => server.close(() => process.exit(0)));`,
  'worker.ts': `setInterval(() => {}, 1000); process.on('SIGTERM', () => {});`, // ignores SIGTERM
  'prisma/seed.ts': `if (process.env.ADMIN_PASSWORD === 'weak') { console.error('ADMIN_PASSWORD: too weak'); process.exit(1); }`,
  'stripe-emulator/main.ts': `import { createServer } from 'node:http'; createServer().listen(Number(process.env.STRIPE_PORT), '127.0.0.1');`,
};
const root = path.dirname(import.meta.dirname);
let folder: Awaited<ReturnType<typeof makeTestFolder>>;
let project: string;
let data: string;
let env: NodeJS.ProcessEnv;
let started: ChildProcess | undefined;
let output = '';

beforeAll(async () => {
  folder = await makeTestFolder('start');
  project = path.join(folder.path, 'project');
  data = path.join(folder.path, 'data');
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'prisma.config.ts',
    'prisma',
    'lib',
    'generated',
  ]) {
    cpSync(path.join(root, name), path.join(project, name), { recursive: true });
  }
  for (const name of ['dev', 'bin']) cpSync(path.join(root, name), path.join(project, name), { recursive: true });
  for (const name of ['server', 'stripe-emulator']) mkdirSync(path.join(project, name));
  symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  for (const [file, text] of Object.entries(FAKES)) writeFileSync(path.join(project, file), text);
  const ports = ['PORT', 'METRICS_PORT', 'PG_PORT', 'INBOX_PORT', 'INBOX_SMTP_PORT', 'STRIPE_PORT'];
  env = {
    ...cleanEnvironment(),
    ...Object.fromEntries(await Promise.all(ports.map(async (name) => [name, String(await freePort())] as const))),
    DATA_DIR: data,
  };
}, 60_000);

afterAll(async () => {
  started?.kill('SIGTERM');
  await until(() => !started || hasEnded(started), 12_000);
  folder.remove();
});

function start(changes: Record<string, string> = {}): ChildProcess {
  output = '';
  const child = spawn(process.execPath, ['dev/start.ts', '--dev'], {
    cwd: project,
    env: { ...env, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return (started = child);
}
const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const becomesReady = (child: ChildProcess) => until(() => hasEnded(child) || output.includes('Press Ctrl-C'), 60_000);
const port = (name: string) => Number(env[name]);
const postmaster = () => Number.parseInt(readFileSync(path.join(data, 'postgres/data/postmaster.pid'), 'utf8'));
const listening = () =>
  Promise.all(
    ['PORT', 'INBOX_PORT', 'INBOX_SMTP_PORT', 'STRIPE_PORT', 'PG_PORT'].map((name) => isListening(port(name))),
  );

test('starts everything, prints the URL, and ends after a signal, although one process ignores SIGTERM', async () => {
  const child = start();
  await becomesReady(child);
  expect(output).toContain(`http://localhost:${env.PORT}`);
  expect(output).toMatch(/admin@example\.com +password \S{20}/);
  expect(await listening()).toEqual([true, true, true, true, true]);
  const { children = [] } = readRuntime(data) ?? {};
  expect(children).toHaveLength(4);

  child.kill('SIGTERM');
  expect(await until(() => hasEnded(child), 60_000)).toBe(true);
  expect(child.exitCode).toBe(0);
  expect(await listening()).toEqual([false, false, false, false, false]);
  expect(children.filter((identity) => isAlive(Number.parseInt(identity)))).toEqual([]);
  expect(existsSync(path.join(data, 'runtime.json'))).toBe(false);
}, 90_000);

test('refuses a second copy in the same folder, and recovers after kill -9', async () => {
  const child = start();
  await becomesReady(child);
  const second = execute({ PORT: String(await freePort()) });
  expect(second).toContain('is in use by process');
  expect(execute({ DATA_DIR: `${data}-2` })).toContain(`PORT: port ${env.PORT} is in use`);

  const database = postmaster();
  child.kill('SIGKILL');
  await until(() => hasEnded(child), 2000);
  const next = start();
  await becomesReady(next);
  expect(output).toContain('PostgreSQL is already running');
  expect(postmaster()).toBe(database);
  expect(await listening()).toEqual([true, true, true, true, true]);
}, 120_000);

test('restarts a killed database on the same port, and a killed service', async () => {
  const killed = postmaster();
  signal(killed, 'SIGKILL');
  const isBack = async () =>
    existsSync(path.join(data, 'postgres/data/postmaster.pid')) &&
    postmaster() !== killed &&
    isListening(port('PG_PORT'));
  expect(await until(isBack, 30_000)).toBe(true);

  const [web] = processesIn(project).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/index.ts'),
  );
  signal(web ?? 0, 'SIGKILL');
  await until(async () => !(await isListening(port('PORT'))), 2000);
  expect(await until(() => isListening(port('PORT')), 30_000)).toBe(true);
  started?.kill('SIGTERM');
  expect(await until(() => !started || hasEnded(started), 30_000)).toBe(true);
}, 60_000);

test('stops everything with an error if a service keeps exiting', async () => {
  writeFileSync(path.join(project, 'worker.ts'), 'process.exit(3);');
  const child = start();
  expect(await until(() => hasEnded(child), 45_000)).toBe(true);
  expect(child.exitCode).toBe(1);
  expect(output).toContain('worker ended 5 times shortly after its start (code 3)');
}, 60_000);

test('refuses to start with a weak ADMIN_PASSWORD, and prints the reason', async () => {
  const child = start({ ADMIN_PASSWORD: 'weak' });
  expect(await until(() => hasEnded(child), 30_000)).toBe(true);
  expect(child.exitCode).toBe(1);
  expect(output).toContain('ADMIN_PASSWORD: too weak');
}, 60_000);

/** Runs a start that is expected to fail, and returns its standard error. */
function execute(changes: Record<string, string>): string {
  try {
    return execFileSync(process.execPath, ['dev/start.ts', '--dev'], {
      cwd: project,
      env: { ...env, ...changes },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  }
}
