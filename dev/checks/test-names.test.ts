/** vitest.config.ts chooses by a test file's name which process, modules and database it gets. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';

/** What replaces a module, or changes globals of the process, for as long as the process lives. */
const CHANGES_PROCESS = /\bvi\.(mock|doMock|resetModules|stub\w+|useFakeTimers|hoisted|spyOn)\(|\bprocess\.env\b/;
const USES_DATABASE = /from '[^']*testing\/(database|cluster)\.ts'|import '[^']*testing\/database\.ts'|\binject\('/;

const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.includes('.soak.') && !file.endsWith('test-names.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

test('a test that uses the database is a *.db.test.ts, or *.alone.test.ts', () => {
  const wrong = files.filter(({ file, text }) => USES_DATABASE.test(text) && !/\.(db|alone)\.test\.ts$/.test(file));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test('a test that changes its process is a *.db.test.ts, or *.alone.test.ts(x)', () => {
  const wrong = files.filter(({ file, text }) => CHANGES_PROCESS.test(text) && !/\.(db|alone)\.test\.tsx?$/.test(file));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
