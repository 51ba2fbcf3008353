import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** The programs that dev/run.mjs starts, which installs only the packages before. */
const PROGRAMS = new Set(Object.values(scripts).flatMap((script) => /dev\/run\.mjs (\S+)/.exec(script)?.[1] ?? []));

test('finds the programs in package.json', () => {
  expect([...PROGRAMS]).toEqual(expect.arrayContaining(['dev/start.ts', 'dev/test.ts', 'bench/main.ts']));
});

test.each([...PROGRAMS])('%s starts in a fresh clone: it has no static import of generated code', async (program) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
  });
  const loaded = new Set([program]);
  for (const file of loaded)
    for (const { kind, path: imported } of metafile.inputs[file]?.imports ?? [])
      if (kind === 'import-statement') loaded.add(imported);
  expect([...loaded].filter((file) => file.startsWith('generated/'))).toEqual([]);
});
