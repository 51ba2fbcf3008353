/**
 * `npm run bench [-- name…]`: runs all programs of bench/, or those named, and writes bench/RESULTS.md.
 * `npm run bench -- results` only regenerates that file from the stored results.
 */
import { choosePrograms, createRun } from '#bench/run.ts';
import { readStore, writeStore } from '#bench/store.ts';

const names = process.argv.slice(2);
if (names.join() === 'results') {
  await writeStore(readStore());
} else {
  const run = createRun(choosePrograms(names));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void run.stop().finally(() => process.exit(130)));
  if (!(await run.start())) process.exitCode = 1;
}
