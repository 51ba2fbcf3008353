/** The summary that `npm test` prints at its end. */
import { NEEDS } from './needs.ts';
import type { Result } from './reports.ts';

/** The results of a step. A step that is not a test runner has one result. */
export type Step = { results: Result[] };

/** "2 min 05 s", "40 s". */
export function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

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
export function summaryOf(steps: readonly Step[], seconds: number, command?: string): string[] {
  const results = steps.flatMap(({ results }) => results);
  const top = slowest(steps);
  const failed = results.filter(({ status, place }) => status === 'failed' && place);
  return [
    ...(top.length ? ['', 'The slowest tests:'] : []),
    ...top.map((result) => `  ${result.seconds.toFixed(1).padStart(6)} s  ${result.place}  ${result.title}`),
    ...skippedLines(results, command),
    ...(failed.length ? ['', 'Failed. To run one alone:'] : []),
    ...failed.flatMap((result) => [`  ✗ ${result.title}`, `    ${commandFor(result, command)}`]),
    ...['', `(${inWords(seconds)})`],
  ];
}

function skippedLines(results: readonly Result[], command?: string): string[] {
  const skipped = results.filter(({ status }) => status === 'skipped');
  return [
    ...(skipped.length ? ['', 'Skipped. To run one:'] : []),
    ...skipped.flatMap((result) => [`  - ${result.title}`, `    ${commandFor(result, command)}`]),
  ];
}
