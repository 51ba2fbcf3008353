/** `npm run bench -- [name…]`: starts a copy of its own, built if need be, and measures it (bench/). */
import path from 'node:path';
import { chooseMeasurements, runMeasurements } from '#bench/run.ts';
import { makeTestFolder } from './test-folder.ts';
import { startStack } from './test-stack.ts';

const chosen = chooseMeasurements(process.argv.slice(2));
const folder = await makeTestFolder('bench');
const stack = await startStack(path.join(folder.path, 'data'), { SEED: 'none' });
try {
  if (!(await runMeasurements(stack, chosen))) process.exitCode = 1;
} finally {
  await stack.stop();
  folder.remove();
}
