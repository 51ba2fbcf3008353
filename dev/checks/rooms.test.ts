/**
 * What is read together is in one file, and a folder can be taken in at a glance: every file costs its reader a step.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';

/** Lines. A longer file may have one importer. */
const SMALL = 25;
const MOST_FILES = 25;

const code = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
const product = code.filter(({ file }) => !/\.(test|spec|stories)\.tsx?$|\.d\.ts$/.test(file));

/** The files that import a file, each with the kind of its import: `from`, `import(` or a path in a string. */
const importers = new Map<string, Map<string, string>>();
for (const { file, text } of product)
  for (const [, kind = '', spec = ''] of text.matchAll(/(from |import\(|)'((?:#|\.{1,2}\/)?[^'\s]*\.(?:tsx?|mjs))'/g)) {
    const target = spec.startsWith('#') ? spec.slice(1) : path.join(path.dirname(file), spec);
    for (const found of [target, spec]) {
      const by = importers.get(found) ?? new Map<string, string>();
      importers.set(found, by.set(file, kind));
    }
  }

const isBrowsers = (file: string) => /^'use client';/.test(product.find((each) => each.file === file)?.text ?? '');

/** Why a small file with one importer stands alone; undefined if nothing says so. */
function reasonFor(file: string, by: string, kind: string): string | undefined {
  if (kind !== 'from ') return 'loaded later, or a program';
  if (isBrowsers(file) && !isBrowsers(by)) return 'the part of a page that the browser runs';
  return undefined;
}

test(`a file of fewer than ${SMALL} lines is a part of its one importer in the same folder`, () => {
  const alone = product.flatMap(({ file, text }) => {
    const [[by, kind] = ['', ''], ...more] = [...(importers.get(file) ?? [])];
    const isSmall = text.split('\n').length - 1 < SMALL;
    const isOnly = isSmall && !more.length && by !== '' && path.dirname(by) === path.dirname(file);
    return isOnly && reasonFor(file, by, kind) === undefined ? [`${file} ← ${by}`] : [];
  });
  expect(alone).toEqual([]);
});

test(`no folder of code has more than ${MOST_FILES} files`, () => {
  const counts = Map.groupBy(code, ({ file }) => path.dirname(file));
  const full = [...counts].flatMap(([folder, files]) =>
    files.length > MOST_FILES ? [`${folder}: ${files.length}`] : [],
  );
  expect(full).toEqual([]);
});
