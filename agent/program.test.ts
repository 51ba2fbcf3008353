import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { until } from '#dev/stack/process.ts';
import { MINUTE } from '#lib/base/time.ts';
import { readSettings } from './src/settings.ts';
import { VERSION } from './src/version.ts';
import { AGENT, mapOf, newEntries, onHost } from './testing/host.ts';

const agent = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [AGENT, ...args], { env: { ...env, NODE_ENV: 'test' }, encoding: 'utf8' });

test('prints all options with --help and the version with --version', () => {
  const help = agent(['--help']);
  for (const word of ['--config', '--once', '--dry-run', '--allow-shrink', '--status', '4 the state'])
    expect(help.stdout).toContain(word);
  expect([help.status, agent(['--version']).stdout]).toEqual([0, `${VERSION}\n`]);
});

const env = { PORTAL_URL: 'https://portal.example', SERVER_NAME: 'fuzzy1', SERVER_TOKEN: 'secret-token' };
test.each<[Record<string, string>, string]>([
  [{ PORTAL_URL: '' }, 'PORTAL_URL is not set'],
  [{ PORTAL_URL: 'portal' }, 'PORTAL_URL is not a URL'],
  [{ PORTAL_URL: 'http://portal.example' }, 'PORTAL_URL must begin with https://'],
  [{ PORTAL_URL: 'http://127.0.0.1.example' }, 'PORTAL_URL must begin with https://'],
  [{ PORTAL_URL: 'https://me:pw@portal.example' }, 'PORTAL_URL must not contain credentials'],
  [{ SERVER_NAME: 'a:b' }, 'SERVER_NAME is not a valid server name'],
  [{ SERVER_TOKEN: '' }, 'SERVER_TOKEN or SERVER_TOKEN_FILE is not set'],
  [{ KEYS_FORM: 'both' }, 'KEYS_FORM is neither'],
  [{ MAP_SECONDS: '0' }, 'MAP_SECONDS is not a number above 0'],
  [{ SPOOL_MB: 'much' }, 'SPOOL_MB is not a number above 0'],
])('exits with 2 for the settings %j, and names what is wrong', (changes, words) => {
  const { status, stderr } = agent(['--once'], { ...env, ...changes });
  expect(status).toBe(2);
  expect(stderr).toContain(words);
  expect(stderr).not.toContain('secret-token');
});

test('exits with 2 for an unknown option', () => expect(agent(['--onse'], env).status).toBe(2));

test.each(['http://localhost:3000', 'http://127.0.0.1:81/', 'http://[::1]:8080', 'https://portal.example/sub/'])(
  'accepts %s as the URL of the portal',
  (url) => expect(readSettings({ ...env, PORTAL_URL: url }).portal).toBe(url.replace(/\/$/, '')),
);

test('documents its defaults and settings in the README', () => {
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
  const settings = readSettings(env);
  expect(settings).toMatchObject({ form: 'map', collectMs: 60_000, mapMs: 10_000, spoolBytes: 256 * 1024 * 1024 });
  for (const value of [settings.stateDir, settings.socket, 'keys.json', 'keypairs.conf'])
    expect(readme).toContain(value);
  const source = globSync('src/**/*.ts', { cwd: import.meta.dirname })
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const names = [...source.matchAll(/\benv\.([A-Z_]+)|(?:needed|positive)\(env, '([A-Z_]+)'/g)].map(
    (found) => found[1] ?? found[2],
  );
  expect(new Set(names).size).toBeGreaterThan(14);
  for (const name of names)
    if (name !== 'STATE_DIRECTORY' && name !== 'JOURNAL_STREAM') expect(readme).toContain(`\`${name}\``);
});

test('reads settings and the token from files', () =>
  onHost(async ({ portal, run, folder, env: all }) => {
    portal.map = mapOf(newEntries(1));
    const tokenFile = path.join(folder, 'token');
    const { SERVER_TOKEN: token, ...rest } = all;
    writeFileSync(tokenFile, `${token}\n`);
    const config = path.join(folder, 'agent.env');
    writeFileSync(
      config,
      Object.entries(rest)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const empty = Object.fromEntries(Object.keys(all).map((name) => [name, '']));
    const settings = { ...empty, PATH: all.PATH ?? '', SERVER_TOKEN_FILE: tokenFile };
    expect(await run(['--config', config, '--once'], settings)).toMatchObject({ code: 0 });
  }));

test('describes its actions and changes nothing with --dry-run', () =>
  onHost(async ({ portal, run, folder }) => {
    portal.map = mapOf(newEntries(3));
    const { code, output } = await run(['--once', '--dry-run']);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/3 workers, 0 keys.*\n.*\n.*3 keys.*would be written/),
    });
    expect(readdirSync(folder)).toEqual(['control.sock']);
    expect(portal.bodies).toEqual([]);
    portal.map = '[]';
    expect(await run(['--dry-run'])).toMatchObject({ code: 1, errors: expect.stringContaining('it is empty') });
  }));

test('tries all tasks with --once, and exits with 1 if one of them failed', () =>
  onHost(async ({ portal, run, keysFile }) => {
    portal.map = mapOf(newEntries(1));
    expect((await run(['--once'], { RSPAMD_SOCKET: '/nowhere' })).code).toBe(1);
    expect(readFileSync(keysFile, 'utf8')).toBe(portal.map);
    expect((await run(['--once'])).code).toBe(0);
    portal.mapStatus = 500;
    expect((await run(['--once'])).code).toBe(1);
    expect(portal.taken.size).toBeGreaterThan(0);
  }));

test('refuses a second agent in the same folder, takes over from a killed one, and prints the --status', () =>
  onHost(async ({ portal, start, run, stateDir }) => {
    portal.map = mapOf(newEntries(2));
    const status = () => run(['--status']);
    expect(await status()).toMatchObject({ code: 1, errors: expect.stringContaining('no agent has run here') });
    const settings = { COLLECT_SECONDS: '0.05', MAP_SECONDS: '0.05' };
    const first = start([], settings);
    expect(await until(() => portal.taken.size > 2, MINUTE)).toBe(true);
    expect(await run(['--once'])).toMatchObject({
      code: 3,
      errors: expect.stringContaining('another agent is already running'),
    });
    await expect.poll(async () => (await status()).code).toBe(0); // once each task has succeeded
    const well = await status();
    expect(JSON.parse(well.output)).toMatchObject({
      version: VERSION,
      pid: first.process.pid,
      collect: { error: null },
      usage: { error: null },
      map: { error: null, detail: expect.stringContaining('2 keys written') },
      reports: { waiting: expect.any(Number) },
    });
    first.process.kill('SIGKILL');
    await first.ended;
    expect((await status()).code).toBe(1);
    expect((await run(['--once'])).code).toBe(0);
    expect(readdirSync(stateDir).sort()).toEqual(['map.json', 'spool', 'state.json', 'status.json']);
  }));

// The portal never answers: an agent that waited for it would take 30 s, longer than the test's time limit.
test.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s, even while the portal does not answer', (name) =>
  onHost(async ({ portal, start, stateDir }) => {
    portal.map = mapOf(newEntries(1));
    let received = 0;
    portal.fate = () => new Promise(() => received++);
    const running = start([], { COLLECT_SECONDS: '0.05', MAP_SECONDS: '0.05' });
    expect(await until(() => received > 0, MINUTE)).toBe(true);
    running.process.kill(name);
    const { code, errors } = await running.ended;
    expect(code).toBe(0);
    expect(errors).not.toContain('error:');
    expect(readdirSync(stateDir)).not.toContain('lock');
  }),
);

test('exits with 4 for a damaged state, and leaves the state unchanged for inspection', () =>
  onHost(async ({ portal, run, stateDir }) => {
    portal.map = mapOf(newEntries(1));
    await run(['--once']);
    writeFileSync(path.join(stateDir, 'state.json'), '{');
    expect(await run(['--once'])).toMatchObject({ code: 4, errors: expect.stringContaining('state.json is damaged') });
    expect(readFileSync(path.join(stateDir, 'state.json'), 'utf8')).toBe('{');
  }));

test('prefixes each log line with its priority under systemd', () =>
  onHost(async ({ portal, run }) => {
    portal.map = mapOf(newEntries(1));
    portal.mapStatus = 404;
    const { errors } = await run(['--once'], { JOURNAL_STREAM: '8:1' });
    expect(errors).toMatch(/^<6>collect: /m);
    expect(errors).toMatch(/^<3>key map: the portal answered 404$/m);
  }));
