/** The checks that only read files. */
import type { Captured } from '../tests/capture.ts';
import { node, type Run } from './run.ts';

const tool =
  (file: string, ...args: string[]) =>
  (): Promise<Captured> =>
    node([`node_modules/${file}`, ...args]);

const types = tool('typescript-native/bin/tsc', '--noEmit');
const lint = tool('oxlint/bin/oxlint');
const format = tool('oxfmt/bin/oxfmt', '--check');
const boundaries = tool(
  ...(['dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs'] as const),
  ...['--cache', '--cache-strategy', 'content', '.'],
);
const deadCode = tool('knip/bin/knip.js', '--no-progress', '--no-config-hints', '--cache');

/** Starts all checks, the longest first. `types` resolves when no check reads the folder of the build any longer. */
export function startStatic(run: Run): { types: Promise<boolean>; all: Promise<unknown> } {
  const linted = run.check('Lint', 2, lint);
  const typed = run.check('Types', 1, types);
  const others = [
    run.check('Formatting', 1, format),
    run.check('Import boundaries', 1, boundaries),
    run.check('Dead code', 1, deadCode),
  ];
  return { types: typed, all: Promise.all([linted, typed, ...others]) };
}
