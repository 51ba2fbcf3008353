import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { guideArchive } from './archive.ts';
import type { Guide } from './guide.ts';
import { guidesFor } from './guides.ts';
import { PLATFORMS } from './schema.ts';

const KEY = 'the-key-of-a-subscriber';
const guides = guidesFor({ publicKey: KEY, contacts: localContacts, forbiddenFlags: [], freeFeed: 'on' });
const each = guides.map((guide): [string, Guide] => [guide.id, guide]);

/** The folder of an archive that the system's tar has unpacked. */
function unpacked(guide: Guide): string {
  const root = mkdtempSync(path.join(tmpdir(), 'archive-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const { fileName, bytes } = guideArchive(guide);
  writeFileSync(path.join(root, fileName), bytes);
  expect(execFileSync('tar', ['-xzf', fileName], { cwd: root, encoding: 'utf8' })).toBe('');
  return path.join(root, fileName.replace('.tar.gz', ''));
}

test.each(each)('packs the files of %s, and lets only the owner read the key', (id, guide) => {
  const folder = unpacked(guide);
  const below = id === 'ansible' ? folder : path.join(folder, 'files');
  for (const file of guide.files)
    expect(readFileSync(path.join(below, id === 'ansible' ? file.path : path.basename(file.path)), 'utf8')).toBe(
      file.content,
    );
  const files = globSync('**', { cwd: folder })
    .map((name) => path.join(folder, name))
    .filter((name) => statSync(name).isFile());
  const withKey = files.filter((name) => readFileSync(name, 'utf8').includes(KEY));
  expect(withKey.length).toBeGreaterThan(0);
  for (const name of withKey) expect(statSync(name).mode & 0o077, name).toBe(0);
});

test.each(each.filter(([id]) => id !== 'ansible'))('packs the commands of %s as scripts', (_id, guide) => {
  const folder = unpacked(guide);
  for (const name of ['install', 'undo'] as const) {
    const file = path.join(folder, `${name}.sh`);
    expect(readFileSync(file, 'utf8')).toBe(`#!/bin/sh -eu\n${guide[name]}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o700);
    execFileSync('sh', ['-n', file]);
  }
});

test.each(each)('lists the files and the typical mistake in the README of %s', (_id, guide) => {
  const readme = readFileSync(path.join(unpacked(guide), 'README'), 'utf8');
  for (const { path: file } of guide.files) expect(readme).toContain(`\n  ${file}\n`);
  expect(readme).toContain(guide.trap);
  expect(readme).not.toContain(KEY);
});

test('packs the same bytes whatever the time', () => {
  const pack = () => guides.map((guide) => Buffer.from(guideArchive(guide).bytes).toString('base64'));
  const packed = pack();
  vi.useFakeTimers({ now: Date.UTC(2031, 5, 1) });
  onTestFinished(() => void vi.useRealTimers());
  expect(pack()).toEqual(packed);
  expect(new Set(packed).size).toBe(PLATFORMS.length);
});

test('refuses a name that a tar archive would cut', () => {
  const [guide] = guides;
  const long = { path: `${'x'.repeat(90)}.conf`, content: '' };
  expect(() => guideArchive({ ...(guide as Guide), files: [long] })).toThrow('is too long for a tar archive');
});
