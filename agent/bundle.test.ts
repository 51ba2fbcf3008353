import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';
import { VERSION } from './src/version.ts';
import { AGENT } from './testing/host.ts';

const bundle = readFileSync(AGENT, 'utf8');

test('begins with its version and the location of its source', () => {
  const [interpreter, version, source] = bundle.split('\n');
  expect(interpreter).toBe('#!/usr/bin/env node');
  expect(version).toContain(`// rspamd-premium-agent ${VERSION}: `);
  expect(source).toContain('// Built from agent/src ');
});

test('imports nothing but modules of Node.js', () => {
  const imported = [...bundle.matchAll(/^import .* from "(.+)";$/gm)].map(([, name = '']) => name);
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')))).toEqual([]);
  expect(bundle).not.toMatch(/\brequire\(|\bimport\(/);
});

test('keeps names and line breaks, and names the source file of each part', () => {
  expect(bundle).toContain('\nfunction readKeyMap(text) {\n');
  expect(bundle).toContain('\n// agent/src/keys/key-map.ts\n');
});
