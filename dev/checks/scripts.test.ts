import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** npm runs these itself. */
const LIFECYCLE = ['prepare'];

/** Where a reader looks for a command. */
const PAGES = ['README.md', 'dev/README.md', 'bench/README.md', 'e2e/README.md', 'docs/operations.md'];

test('every npm script is described in README or the README of its folder, and no other is', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const names = Object.keys(scripts).filter((name) => !LIFECYCLE.includes(name));
  const described = PAGES.flatMap((page) =>
    [...read(page).matchAll(/`npm (?:run )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name),
  ).filter((name) => name !== 'ci');
  expect(names.filter((name) => !described.includes(name))).toEqual([]);
  expect(described.filter((name) => !names.includes(name))).toEqual([]);
});

test('a build by hand reports nothing to the makers of Next.js and Prisma, like that of the image', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
  const off = ['NEXT_TELEMETRY_DISABLED=1', 'CHECKPOINT_DISABLE=1'];
  for (const place of [scripts.build.split('&&')[0], /^ENV .*DISABLE.*$/m.exec(read('Dockerfile'))?.[0]])
    for (const setting of off) expect(place).toContain(setting);
});
