/** `npm run bench -- [name…]`: starts a copy of its own, built if need be, and measures it (bench/). All of it is also written to bench/RESULTS.md. */
import path from 'node:path';
import { writeResults } from '#bench/results.ts';
import { chooseMeasurements, runMeasurements } from '#bench/run.ts';
import { makeTestFolder } from './test-folder.ts';
import { startStack } from './test-stack.ts';

const names = process.argv.slice(2);
const chosen = chooseMeasurements(names);
const folder = await makeTestFolder('bench');
const stack = await startStack(path.join(folder.path, 'data'), { SEED: 'none' });
try {
  const lines = await runMeasurements(stack, chosen);
  if (!names.length) writeResults(lines);
  if (!lines.every(({ isMet }) => isMet)) process.exitCode = 1;
} finally {
  await stack.stop();
  folder.remove();
}
