import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRelease, RELEASE_FILE, releaseText } from './release.ts';

test('reads what the build noted, and without a build the version alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "1.2.0" }');
  expect(releaseText(readRelease(folder))).toBe('1.2.0');
  mkdirSync(path.join(folder, '.next'));
  writeFileSync(path.join(folder, RELEASE_FILE), '{ "version": "1.2.0", "commit": "0123456789ab" }');
  expect(releaseText(readRelease(folder))).toBe('1.2.0 (0123456789ab)');
});
