import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

test.each(['start.ts', 'test.ts', 'with-build.ts', 'mutants/main.ts', 'platforms/main.ts', 'suite/repeat.ts'])(
  'dev/%s can start in a fresh clone: it imports no generated code before it has generated it',
  async (program) => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [`dev/${program}`],
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      outdir: 'unused',
    });
    const loaded = new Set([`dev/${program}`]);
    for (const file of loaded)
      for (const { kind, path: imported } of metafile.inputs[file]?.imports ?? [])
        if (kind === 'import-statement') loaded.add(imported);
    expect(loaded.size).toBeGreaterThan(1);
    expect([...loaded].filter((file) => file.startsWith('generated/'))).toEqual([]);
  },
);
