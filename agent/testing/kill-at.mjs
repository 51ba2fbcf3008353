// @ts-check
/**
 * Preloaded into the agent (`node --import`): kills it with SIGKILL right before its file operation number KILL_AT. A
 * process that is not killed prints the number of its operations.
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
