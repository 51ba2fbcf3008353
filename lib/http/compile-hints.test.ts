import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMPILE_HINT, hintScripts } from './compile-hints.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hints-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('P1 the scripts that every page starts with are marked once, and no others', async () => {
  const read = (name: string) => readFileSync(path.join(folder, 'static/chunks', name), 'utf8');
  mkdirSync(path.join(folder, 'static/chunks'), { recursive: true });
  for (const name of ['react.js', 'chart.js']) writeFileSync(path.join(folder, 'static/chunks', name), 'start();');
  const manifest = { rootMainFiles: ['static/chunks/react.js'] };
  writeFileSync(path.join(folder, 'build-manifest.json'), JSON.stringify(manifest));
  for (let time = 1; time <= 2; time++) await hintScripts(folder);
  expect([read('react.js'), read('chart.js')]).toEqual([`${COMPILE_HINT}start();`, 'start();']);
});

test('a build that does not name them is no build of ours', async () => {
  writeFileSync(path.join(folder, 'build-manifest.json'), '{}');
  await expect(hintScripts(folder)).rejects.toThrow('rootMainFiles');
});
