/** Reads the results in the test runners' JSON reports. A runner that crashed or wrote no report has failed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../stack/folders.ts';

export type Result = {
  /** From the root of the project, as `file:line` if the line is known. */
  place: string;
  title: string;
  status: 'passed' | 'failed' | 'skipped';
  seconds: number;
};
const CRASHED: Result = { place: '', title: 'the tests ended without a complete report', status: 'failed', seconds: 0 };

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.number().nullish(),
          location: z.object({ line: z.number() }).nullish(),
        }),
      ),
    }),
  ),
});

/** A failed file without results, which could not be loaded, is one failure. */
export function readVitest(file: string, exitCode: number): Result[] {
  const report = read(file, VitestReport);
  if (!report) return [CRASHED];
  const results = report.testResults.flatMap(({ name, status, assertionResults }): Result[] => {
    const place = path.relative(root, name);
    if (status === 'failed' && !assertionResults.length)
      return [{ place, title: 'the file could not be loaded', status: 'failed', seconds: 0 }];
    return assertionResults.map((test) => ({
      place: test.location ? `${place}:${test.location.line}` : place,
      title: test.fullName,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      seconds: (test.duration ?? 0) / 1000,
    }));
  });
  return withExit(results, exitCode);
}

/** The results without tests that Vitest skipped because the chosen `file:line` is that of another test. */
export function onlyChosen(results: readonly Result[], files: readonly string[]): Result[] {
  const lines = files.filter((file) => /:\d+$/.test(file));
  const isOther = ({ place }: Result) =>
    !lines.includes(place) && lines.some((line) => line.replace(/:\d+$/, '') === place.replace(/:\d+$/, ''));
  return results.filter((result) => result.status !== 'skipped' || !isOther(result));
}

type Suite = {
  suites?: Suite[] | undefined;
  specs?: z.infer<typeof Spec>[] | undefined;
};
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
});
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ suites: z.array(Suite).optional(), specs: z.array(Spec).optional() }),
);
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) });

/** The results in a Playwright JSON report. A test that passed only on a retry counts as failed. */
export function readPlaywright(file: string, exitCode: number): Result[] {
  const report = read(file, PlaywrightReport);
  if (!report) return [CRASHED];
  const results = report.suites.flatMap(specsOf).flatMap(({ title, file: name, line, tests }) =>
    tests.map(({ status, results: runs }): Result => ({
      place: `e2e/${name}:${line}`,
      title,
      status: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      seconds: runs.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  const errors = report.errors.map((): Result => ({ ...CRASHED, title: 'an error outside the tests' }));
  return withExit([...results, ...errors], exitCode);
}

const specsOf = (suite: Suite): z.infer<typeof Spec>[] => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** A runner that exits with an error although no test failed has crashed. */
const withExit = (results: Result[], exitCode: number): Result[] =>
  exitCode && !results.some(({ status }) => status === 'failed') ? [...results, CRASHED] : results;

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // the report is truncated, because the runner crashed
  }
}
