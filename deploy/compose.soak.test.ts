import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const COMPOSE = '/usr/bin/docker-compose';
const FILE = 'docker-compose.yml';
const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'compose-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sample values for all variables that a Compose file reads. */
function settingsFor(file: string): string {
  const names = [...readFileSync(path.join(root, file), 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const special: Readonly<Record<string, string>> = { PORT: '8080', TLS_DIR: './tls', BACKUP_DIR: './backups' };
  const env = path.join(folder, `${path.basename(file)}.env`);
  writeFileSync(env, [...new Set(names)].map((name = '') => `${name}=${special[name] ?? '1'}\n`).join(''));
  return env;
}

const config = (file: string, env: string) =>
  spawnSync(COMPOSE, ['--env-file', env, '--profile', 'proxy', '--profile', 'tools', '-f', file, 'config'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'test' },
  });
const Read = z.object({ services: z.record(z.string(), z.looseObject({})) });

describe.skipIf(!existsSync(COMPOSE))('the Compose file (skipped without docker-compose)', () => {
  test('accepts the file, with every variable set', () => {
    const { status, stdout, stderr } = config(FILE, settingsFor(FILE));
    expect([status, stderr]).toEqual([0, '']);
    const services = ['app', 'app2', 'backup', 'migrate', 'nginx', 'postgres', 'worker'];
    expect(Object.keys(Read.parse(parse(stdout)).services).toSorted()).toEqual(services);
  });

  test('refuses it without a setting', () => {
    const env = path.join(folder, 'empty.env');
    writeFileSync(env, '');
    const { status, stderr } = config(FILE, env);
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/required|Missing mandatory value/i);
  });
});
