import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRET_SETTINGS, withSecretFiles } from './secret-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'secret-files-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string): string {
  const file = path.join(folder, randomBytes(6).toString('hex'));
  writeFileSync(file, content);
  return file;
}
function refusal(source: Record<string, string>): string {
  try {
    withSecretFiles(source);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test.each(SECRET_SETTINGS)('reads %s from a file, without the newline at its end', (name) => {
  for (const end of ['', '\n', '\r\n'])
    expect(withSecretFiles({ [`${name}_FILE`]: fileOf(`a value = with, signs${end}`) })[name]).toBe(
      'a value = with, signs',
    );
});

test('trims nothing else: a further empty line is refused later as a space around the value', () => {
  expect(withSecretFiles({ AUTH_SECRET_FILE: fileOf('value\n\n') }).AUTH_SECRET).toBe('value\n');
});

test('refuses a secret that is given twice, and prints neither value', () => {
  const message = refusal({ AUTH_SECRET: 'first value', AUTH_SECRET_FILE: fileOf('second value') });
  expect(message).toContain('AUTH_SECRET: is set, and AUTH_SECRET_FILE too: remove one of them');
  expect(message).not.toMatch(/first value|second value/);
});

test('treats empty settings as missing', () => {
  expect(withSecretFiles({ AUTH_SECRET: '', AUTH_SECRET_FILE: fileOf('value') }).AUTH_SECRET).toBe('value');
  expect(withSecretFiles({ AUTH_SECRET: 'value', AUTH_SECRET_FILE: '' }).AUTH_SECRET).toBe('value');
});

test('names every file that cannot be read or is empty, in one sentence each', () => {
  const [empty, missing] = [fileOf('\n'), path.join(folder, 'missing')];
  expect(refusal({ DATABASE_URL_FILE: missing, SMTP_URL_FILE: empty, AUTH_SECRET_FILE: folder }).split('\n')).toEqual([
    'Invalid environment:',
    `  AUTH_SECRET_FILE: ${folder} cannot be read (EISDIR)`,
    `  DATABASE_URL_FILE: ${missing} cannot be read (ENOENT)`,
    `  SMTP_URL_FILE: ${empty} is empty`,
  ]);
});

test('may come from a file: every setting that .env.example calls a secret, or that has a password in its sample', () => {
  const example = readFileSync(path.join(import.meta.dirname, '../../../.env.example'), 'utf8');
  const settings = [...example.matchAll(/^#(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }));
  const secrets = settings.filter(
    ({ name, value }) => /(SECRET|_KEY|_KEYS|PASSWORD)$/.test(name) || /\/\/\w+:password@/.test(value),
  );
  const ofCompose = /^(POSTGRES|DATABASE_(OWNER|APP))_PASSWORD$/;
  expect(
    secrets
      .map(({ name }) => name)
      .filter((name) => !ofCompose.test(name))
      .toSorted(),
  ).toEqual(SECRET_SETTINGS.toSorted());
});
