/**
 * `npm run versions`: prints the installed and the newest version of each package that faces the outside (S84). Fails
 * if one is outdated and docs/decisions/0017-versions.md names no reason.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './folders.ts';

const WATCHED = ['next', 'react', 'next-auth', 'nodemailer', 'oidc-provider', 'stripe', 'prisma'];

const text = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8');
const exceptions = new Set(
  [...text('docs/decisions/0017-versions.md').matchAll(/^- `([^`]+)`: \S/gm)].map(([, name]) => name),
);

let isBehind = false;
for (const name of WATCHED) {
  const { version: installed } = JSON.parse(text('node_modules', name, 'package.json')) as { version: string };
  const newest = execFileSync('npm', ['view', name, 'version'], { encoding: 'utf8' }).trim();
  const isNewest = installed === newest;
  const remark = isNewest ? '' : exceptions.has(name) ? '   exception' : '   outdated';
  isBehind ||= !isNewest && !exceptions.has(name);
  console.log(`${name.padEnd(14)}${installed.padEnd(12)}newest ${newest}${remark}`);
}
process.exitCode = isBehind ? 1 : 0;
