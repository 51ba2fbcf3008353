import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../stack/folders.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** npm runs these itself. */
const LIFECYCLE = ['prepare'];

test('README describes every npm script, and no other', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const described = [...read('README.md').matchAll(/`npm (?:run )?([a-z][a-z:-]*)/g)].map(([, name]) => name);
  expect(new Set(described)).toEqual(new Set(Object.keys(scripts).filter((name) => !LIFECYCLE.includes(name))));
});

test('a build by hand reports nothing to the makers of Next.js and Prisma, like that of the image', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
  const off = ['NEXT_TELEMETRY_DISABLED=1', 'CHECKPOINT_DISABLE=1'];
  for (const place of [scripts.build.split('&&')[0], /^ENV .*DISABLE.*$/m.exec(read('Dockerfile'))?.[0]])
    for (const setting of off) expect(place).toContain(setting);
});
