// @ts-check
/**
 * Preloaded into the agent (`node --import`): kills it with -9 right before its step number KILL_AT on the disk. A
 * process that comes to its end says how many steps it took.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env.KILL_AT ?? 0);
let steps = 0;
const STEPS = /** @type {const} */ (['openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync', 'linkSync']);

for (const name of STEPS) {
  const original = /** @type {(...args: unknown[]) => unknown} */ (fs[name]);
  Object.assign(fs, {
    [name]: (/** @type {unknown[]} */ ...args) => {
      if (++steps === at) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    },
  });
}
syncBuiltinESMExports();
process.on('exit', () => process.stdout.write(`steps: ${steps}\n`));
