/** Counts the results in the test runners' JSON reports. A runner that crashed or wrote no report has failed. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export type Count = { passed: number; failed: number; skipped: string[] };

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** A failed file without results, which could not be loaded, counts as one failure. */
export function countVitest(file: string, exitCode: number): Count {
  const report = read(file, VitestReport);
  if (!report) return CRASHED;
  const tests = report.testResults.flatMap((suite) => suite.assertionResults);
  const broken = report.testResults.filter((suite) => suite.status === 'failed' && !suite.assertionResults.length);
  const of = (...statuses: string[]) => tests.filter((test) => statuses.includes(test.status));
  const failed = of('failed').length + broken.length;
  return {
    passed: of('passed').length,
    failed: exitCode && !failed ? 1 : failed,
    skipped: of('skipped', 'pending', 'todo', 'disabled').map((test) => test.fullName),
  };
}

type Suite = {
  suites?: Suite[] | undefined;
  specs?: { title: string; file: string; tests: { status: string }[] }[] | undefined;
};
const Suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    suites: z.array(Suite).optional(),
    specs: z
      .array(z.object({ title: z.string(), file: z.string(), tests: z.array(z.object({ status: z.string() })) }))
      .optional(),
  }),
);
const PlaywrightReport = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) });

/** A test that passed only on a retry counts as failed. */
export function countPlaywright(file: string, exitCode: number): Count {
  const report = read(file, PlaywrightReport);
  if (!report) return CRASHED;
  const specs = report.suites.flatMap(specsOf);
  const of = (...statuses: string[]) =>
    specs.flatMap((spec) => spec.tests.filter((test) => statuses.includes(test.status)).map(() => spec));
  const failed = of('unexpected', 'flaky').length + report.errors.length;
  return {
    passed: of('expected').length,
    failed: exitCode && !failed ? 1 : failed,
    skipped: of('skipped').map((spec) => `${spec.file}: ${spec.title}`),
  };
}

const CRASHED: Count = { passed: 0, failed: 1, skipped: [] };

const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // cut off, because the runner crashed
  }
}
