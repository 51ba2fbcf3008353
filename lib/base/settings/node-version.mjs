/**
 * Ends the process with one line if its Node.js is older than package.json's `engines`. Older ones cannot read a .ts
 * file, and say only that its extension is unknown, so commands load this file before their own:
 * `node --import ./lib/base/settings/node-version.mjs server/index.ts`. Plain JavaScript without dependencies, also for Node.js 18.
 */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const wanted = engines.node.replace('>=', '');
const [major = 0, minor = 0] = process.version.slice(1).split('.').map(Number);
const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Node.js ${wanted} or newer is required. This is ${process.version} (${process.execPath}).`);
  process.exit(1);
}
