import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { engines, scripts, optionalDependencies } = z
  .object({
    engines: z.object({ node: z.string().regex(/^>=\d+(\.\d+)?$/) }),
    scripts: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));
/** What the product needs, and what `npm start` and `npm test` need, which bring their own Node.js. */
const NEEDED = engines.node.slice(2);
const INSTALLER = '20.19';

/** The scripts for operators: all that start Node.js themselves and are not for development. */
const programs = Object.entries(scripts).filter(
  ([, command]) => /^exec node .*(server|worker|bin|prisma)\b/.test(command) && !command.includes('dev/'),
);

/** Runs a command as an older Node.js would: the module before it gives the process an older version. */
function runAs(version: string, flags: string[]) {
  const older = `data:text/javascript,Object.defineProperty(process,'version',{value:'${version}'})`;
  return spawnSync(process.execPath, ['--import', older, ...flags], { cwd: root, encoding: 'utf8', timeout: 30_000 });
}

test.each(programs)('npm run %s says in one line that an older Node.js is not enough', (_name, command) => {
  const flags = command.replace('exec node ', '').split(' ');
  for (const version of ['v18.20.4', 'v20.20.2', 'v23.11.0']) {
    const { status, stderr, stdout } = runAs(version, flags);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`Node.js ${NEEDED} or newer is required. This is ${version} (${process.execPath}).\n`);
  }
});

test('lets Node.js of this version and of newer ones pass', () => {
  for (const version of [`v${NEEDED}.0.0`, 'v26.1.0', process.version])
    expect(runAs(version, ['lib/base/settings/node-version.mjs'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test.each(['server/index.ts', 'worker.ts'])('%s checks it before anything else', (file) => {
  expect(/^import .*$/m.exec(read(file))?.[0]).toMatch(/^import '#lib\/base\/settings\/node-version\.mjs';$/);
});

test('the documents name the same versions as package.json', () => {
  expect(read('README.md')).toContain(`Node.js ${INSTALLER} or newer, and npm;`);
  expect(read('README.md')).toContain(`Production needs Node.js ${NEEDED} or newer`);
  expect(read('docs/operations.md')).toContain(`Node.js ${NEEDED} or newer`);
  for (const file of ['README.md', 'docs/operations.md', 'dev/run.mjs', '.ci/run'])
    for (const [, version] of read(file).matchAll(/Node\.js (\d[\d.]*\d)(?: or|\n)/g))
      expect([file, [NEEDED, INSTALLER]]).toEqual([file, expect.arrayContaining([version])]);
});

test('the image and the packages of npm bring a Node.js that is new enough', () => {
  const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => Number(major));
  const packages = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect([images.length, packages.length]).toEqual([2, 5]);
  for (const major of [...images, ...packages.map(([, version]) => parseInt(version))])
    expect(major).toBeGreaterThanOrEqual(Number.parseInt(NEEDED));
});
