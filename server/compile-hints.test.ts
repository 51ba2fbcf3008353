import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMPILE_HINT, hintScripts } from './static-responses.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hints-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('marks each script that every page loads first exactly once, and no other script (P1)', async () => {
  const read = (name: string) => readFileSync(path.join(folder, 'static/chunks', name), 'utf8');
  mkdirSync(path.join(folder, 'static/chunks'), { recursive: true });
  for (const name of ['react.js', 'chart.js']) writeFileSync(path.join(folder, 'static/chunks', name), 'start();');
  const manifest = { rootMainFiles: ['static/chunks/react.js'] };
  writeFileSync(path.join(folder, 'build-manifest.json'), JSON.stringify(manifest));
  for (let time = 1; time <= 2; time++) await hintScripts(folder);
  expect([read('react.js'), read('chart.js')]).toEqual([`${COMPILE_HINT}start();`, 'start();']);
});

test('throws for a build manifest without rootMainFiles', async () => {
  writeFileSync(path.join(folder, 'build-manifest.json'), '{}');
  await expect(hintScripts(folder)).rejects.toThrow('rootMainFiles');
});
