import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { MINUTE } from '#lib/time.ts';
import { cleanEnvironment } from '../tests/test-stack.ts';

/** `failed` names the first failed test. `broken`: no test judged the code, and `output` says why. */
export type Outcome =
  | { kind: 'passed'; tests: number }
  | { kind: 'failed'; test: string; why: string }
  | { kind: 'broken'; output: string };

type Assertion = { status: string; fullName: string; failureMessages?: string[] };
type Report = { success: boolean; testResults: { assertionResults: Assertion[] }[] };

/** Invalid code or a slow machine also makes tests fail, but does not show that the tests detect the fault. */
const NO_VERDICT = /^(ReferenceError|SyntaxError)|timed out in \d+ ?ms/;

/** The projects of vitest.config.ts that a fault may be found in. */
const PROJECTS = ['unit', 'fresh', 'rules', 'components', 'components-alone'].map((name) => `--project=${name}`);

/** Runs test files in a copy of the sources, with the databases of a running cluster. */
export async function runTests(
  copy: string,
  files: readonly string[],
  { cluster, workers, bail }: { cluster: object; workers: number; bail: boolean },
): Promise<Outcome> {
  const file = path.join(copy, 'mutants.json');
  rmSync(file, { force: true });
  const options = [
    '--reporter=json',
    '--testTimeout=120000',
    `--outputFile=${file}`,
    `--maxWorkers=${workers}`,
    ...(bail ? ['--bail=1'] : []),
  ];
  const { all, exitCode, shortMessage } = await execa(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...PROJECTS, ...options, ...files],
    {
      cwd: copy,
      env: { ...cleanEnvironment(), FORCE_COLOR: '0', CHECKPOINT_DISABLE: '1', TEST_CLUSTER: JSON.stringify(cluster) },
      extendEnv: false,
      stdin: 'ignore',
      all: true,
      reject: false,
      timeout: 10 * MINUTE,
    },
  );
  const broken = (why: string): Outcome => ({ kind: 'broken', output: `${why}\n${all}` });
  const report = readReport(file);
  if (!report) return broken(exitCode === undefined ? String(shortMessage) : 'vitest wrote no report');
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.find(({ status }) => status === 'failed');
  if (failed) {
    const [why = ''] = failed.failureMessages ?? [];
    return NO_VERDICT.test(why) ? broken(why) : { kind: 'failed', test: failed.fullName, why };
  }
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return report.success && exitCode === 0 && passed
    ? { kind: 'passed', tests: passed }
    : broken('no test failed, but the run did');
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
