/** Counts the results in the test runners' JSON reports, and the last line that programs read. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../stack/folders.ts';
import { NEEDS } from './needs.ts';

/** `file` is relative to the root, and empty for a step that is no test. */
export type Result = { file: string; title: string; status: 'passed' | 'failed' | 'skipped' };
/** A runner that crashed or wrote no report has failed. */
const CRASHED: Result = { file: '', title: 'the tests ended without a complete report', status: 'failed' };

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/**
 * The results in a Vitest JSON report. A failed file without results, which could not be loaded, is one failure. If a
 * line of a file was `chosen`, its skipped tests are those of other lines.
 */
export function readVitest(report: string, exitCode: number, chosen: readonly string[] = []): Result[] {
  const read = parse(report, VitestReport);
  if (!read) return [CRASHED];
  const results = read.testResults.flatMap(({ name, status, assertionResults }): Result[] => {
    const file = path.relative(root, name);
    if (status === 'failed' && !assertionResults.length)
      return [{ file, title: 'the file could not be loaded', status: 'failed' }];
    return assertionResults.map(({ fullName: title, status: of }) => ({
      file,
      title,
      status: of === 'passed' || of === 'failed' ? of : 'skipped',
    }));
  });
  const isOther = ({ status, file }: Result) =>
    status === 'skipped' && chosen.some((one) => /:\d+$/.test(one) && one.replace(/:\d+$/, '') === file);
  return withExit(
    results.filter((result) => !isOther(result)),
    exitCode,
  );
}

type Suite = {
  suites?: Suite[] | undefined;
  specs?: z.infer<typeof Spec>[] | undefined;
};
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string() })),
});
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ suites: z.array(Suite).optional(), specs: z.array(Spec).optional() }),
);
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) });

/** The results in a Playwright JSON report. A test that passed only on a retry counts as failed. */
export function readPlaywright(report: string, exitCode: number): Result[] {
  const read = parse(report, PlaywrightReport);
  if (!read) return [CRASHED];
  const results = read.suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
    tests.map(({ status }): Result => ({
      file: `e2e/${file}`,
      title,
      status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
    })),
  );
  const errors = read.errors.map((): Result => ({ ...CRASHED, title: 'an error outside the tests' }));
  return withExit([...results, ...errors], exitCode);
}

const specsOf = (suite: Suite): z.infer<typeof Spec>[] => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** A runner that exits with an error although no test failed has crashed. */
const withExit = (results: Result[], exitCode: number): Result[] =>
  exitCode && !results.some(({ status }) => status === 'failed') ? [...results, CRASHED] : results;

function parse<T>(file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // the report is truncated, because the runner crashed
  }
}

/** Counts a skipped test as failed, unless it may be skipped (needs.ts). */
export const judged = (result: Result): Result =>
  result.status === 'skipped' && !NEEDS[result.file]
    ? { ...result, status: 'failed', title: `${result.title} (skipped, which dev/suite/needs.ts does not allow)` }
    : result;

/** What was skipped and what it needs, what failed, and "12 passed, 0 failed, 1 skipped", which programs read. */
export function linesOf(results: readonly Result[]): string[] {
  const of = (status: Result['status']) => results.filter((result) => result.status === status);
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')];
  return [
    ...skipped.map(({ file, title }) => `Skipped: ${title} (${file} needs ${NEEDS[file]})`),
    ...failed.map(({ file, title }) => `Failed: ${title}${file && ` (${file})`}`),
    `${passed.length} passed, ${failed.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
  ];
}
