import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const COMPOSE = '/usr/bin/docker-compose';
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'compose-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sample values for all variables that a Compose file reads. */
function settingsFor(file: string): string {
  const names = [...readFileSync(path.join(root, file), 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const special: Readonly<Record<string, string>> = { PORT: '8080', TLS_DIR: './tls' };
  const env = path.join(folder, `${path.basename(file)}.env`);
  writeFileSync(env, [...new Set(names)].map((name = '') => `${name}=${special[name] ?? '1'}\n`).join(''));
  return env;
}

const config = (file: string, env: string) =>
  spawnSync(COMPOSE, ['--env-file', env, '--profile', 'proxy', '-f', file, 'config'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
const Read = z.object({ services: z.record(z.string(), z.looseObject({})) });

describe.skipIf(!existsSync(COMPOSE))('Compose files (skipped without docker-compose)', () => {
  test.each([
    ['docker-compose.yml', ['app', 'app2', 'migrate', 'nginx', 'postgres', 'worker']],
    ['deploy/swarm/stack.yml', ['app', 'migrate', 'nginx', 'worker']],
  ])('accepts %s, with every variable set', (file, services) => {
    const { status, stdout, stderr } = config(file, settingsFor(file));
    expect(stderr.replaceAll(/^Some services .*'configs'.*\n/gm, '')).toBe('');
    expect(status).toBe(0);
    expect(Object.keys(Read.parse(parse(stdout)).services).toSorted()).toEqual(services);
  });

  test.each(['docker-compose.yml', 'deploy/swarm/stack.yml'])('refuses %s without a setting', (file) => {
    const env = path.join(folder, 'empty.env');
    writeFileSync(env, '');
    const { status, stderr } = config(file, env);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/required|Missing mandatory value/i);
  });
});
