import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';

const PSQL = '/usr/bin/psql';
const hasPsql = spawnSync(PSQL, ['--version']).status === 0;
const PASSWORDS = { DATABASE_OWNER_PASSWORD: 'ownerof', DATABASE_APP_PASSWORD: 'appof' };

describe.skipIf(!hasPsql)('postgres-roles.sql in psql (skipped without psql)', () => {
  const suffix = randomBytes(4).toString('hex');
  const sql = readFileSync(path.join(import.meta.dirname, 'postgres-roles.sql'), 'utf8').replaceAll(
    /\bpremium(_owner|_app)?\b/g,
    `premium$1_${suffix}`,
  );
  const url = () => Object.assign(new URL(inject('postgres').url), { pathname: '/postgres' }).href;
  const psql = (input: string, env: Partial<typeof PASSWORDS> = {}) =>
    spawnSync(PSQL, ['-X', '-A', '-t', '-d', url(), '-f', '-'], {
      input,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'test', LC_ALL: 'C.UTF-8', ...env },
    });
  const roles = () => psql(`SELECT count(*) FROM pg_roles WHERE rolname LIKE 'premium%${suffix}'`).stdout.trim();

  test.each([
    ['a missing database', PASSWORDS, /There is no database premium/],
    ['a missing password of the owner', { DATABASE_APP_PASSWORD: 'a' }, /DATABASE_OWNER_PASSWORD is missing/],
    ['a missing password of the app', { DATABASE_OWNER_PASSWORD: 'a' }, /DATABASE_APP_PASSWORD is missing/],
  ])('stops with what it needs, and changes nothing, after %s', (_what, env, said) => {
    const { status, stderr } = psql(sql, env);
    expect([status, stderr]).toEqual([3, expect.stringMatching(said)]);
    expect(roles()).toBe('0');
  });

  test('creates both roles, and stops at the second run', () => {
    expect(psql(`CREATE DATABASE premium_${suffix}`).status).toBe(0);
    expect(psql(sql, PASSWORDS)).toMatchObject({ status: 0, stderr: '' });
    expect(roles()).toBe('2');
    expect(psql(sql, PASSWORDS)).toMatchObject({ status: 3, stderr: expect.stringContaining('already exists') });
    psql(`DROP DATABASE premium_${suffix}; DROP ROLE premium_owner_${suffix}, premium_app_${suffix}`);
  });
});
