/** The summary that `npm test` prints at its end. */
import { NEEDS } from './needs.ts';
import { inWords, type Timeline } from './progress.ts';
import type { Result } from './reports.ts';

/** The results of a step. A step that is not a test runner has one result. */
export type Step = { name: string; results: Result[] };
export type Row = { part: string; tests: number; seconds: number; share: number };

const fileOf = ({ place }: Result) => place.replace(/:\d+$/, '');

/** Counts a skipped test as failed, unless it may be skipped (needs.ts). */
export function judged(result: Result): Result {
  if (result.status !== 'skipped' || NEEDS[fileOf(result)]) return result;
  return { ...result, status: 'failed', title: `${result.title} (skipped, which dev/suite/needs.ts does not allow)` };
}

/** A word that a shell passes on as it is: folders of routes have brackets. */
const asWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/**
 * The command that runs only this test, and, as a comment of the shell, the programs and rights that the test needs.
 * `command` is the current run's.
 */
export function commandFor(result: Result, command = 'npm test'): string {
  const needs = NEEDS[fileOf(result)];
  return `${command} -- ${asWord(result.place)}${needs ? `   # needs ${needs}` : ''}`;
}

/** The time by step. Steps overlap, so each share is of the sum of all steps. */
export function rowsOf(steps: readonly Step[], spans: Timeline): Row[] {
  const sum = Object.values(spans).reduce((total, { from, to }) => total + to - from, 0) || 1;
  return Object.entries(spans).map(([part, { from, to }]) => ({
    part,
    tests: steps.find(({ name }) => name === part)?.results.length ?? 0,
    seconds: to - from,
    share: (to - from) / sum,
  }));
}

/** Seconds of tests, by the folder of their file. */
export function foldersOf(steps: readonly Step[]): { folder: string; tests: number; seconds: number }[] {
  const results = steps.flatMap(({ results }) => results).filter(({ place }) => place);
  const byFolder = Map.groupBy(results, ({ place }) => {
    const folders = place.split('/').slice(0, -1);
    return folders.slice(0, 2).join('/') || '.';
  });
  return [...byFolder]
    .map(([folder, tests]) => ({
      folder,
      tests: tests.length,
      seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0),
    }))
    .sort((a, b) => b.seconds - a.seconds);
}

const slowest = (steps: readonly Step[], count = 10): Result[] =>
  steps
    .flatMap(({ results }) => results)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .filter(({ seconds }) => seconds >= 0.1);

export function totalsOf(steps: readonly Step[]) {
  const all = steps.flatMap(({ results }) => results);
  const of = (status: Result['status']) => all.filter((result) => result.status === status);
  return { passed: of('passed').length, failed: of('failed').length, skipped: of('skipped').length };
}

/** "12 passed, 0 failed, 1 skipped": the last line, which programs read. */
export const lastLine = ({ passed, failed, skipped }: ReturnType<typeof totalsOf>) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/** The summary without its last line. */
export function summaryOf(steps: readonly Step[], spans: Timeline, seconds: number, command?: string): string[] {
  const results = steps.flatMap(({ results }) => results);
  const rows = rowsOf(steps, spans).filter((row) => row.seconds >= 0.5 || row.tests > 1);
  const top = slowest(steps);
  const failed = results.filter(({ status, place }) => status === 'failed' && place);
  return [
    ...(top.length ? ['', 'The slowest tests:'] : []),
    ...top.map((result) => `  ${result.seconds.toFixed(1).padStart(6)} s  ${result.place}  ${result.title}`),
    ...(rows.length > 1 ? tableOf(rows) : []),
    ...skippedLines(results, command),
    ...(failed.length ? ['', 'Failed. To run one alone:'] : []),
    ...failed.flatMap((result) => [`  ✗ ${result.title}`, `    ${commandFor(result, command)}`]),
    ...['', `(${inWords(seconds)})`],
  ];
}

const tableOf = (rows: readonly Row[]): string[] => [
  ...['', `  ${'part'.padEnd(40)}${'tests'.padStart(7)}${'seconds'.padStart(9)}${'share'.padStart(7)}`],
  ...rows.map(({ part, tests, seconds: took, share }) =>
    [
      `  ${part.padEnd(40)}`,
      (tests ? String(tests) : '').padStart(7),
      took.toFixed(1).padStart(9),
      `${Math.round(share * 100)} %`.padStart(7),
    ].join(''),
  ),
];

function skippedLines(results: readonly Result[], command?: string): string[] {
  const skipped = results.filter(({ status }) => status === 'skipped');
  return [
    ...(skipped.length ? ['', 'Skipped. To run one:'] : []),
    ...skipped.flatMap((result) => [`  - ${result.title}`, `    ${commandFor(result, command)}`]),
  ];
}
