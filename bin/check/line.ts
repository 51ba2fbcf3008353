import { oneLineOf } from '#lib/one-line.ts';

/** One line of the check: what was looked at, and what was found, with the way out of a failure. */
export type Line = { name: string; result: 'ok' | 'FAIL' | 'skip'; text: string };
export type Finding = Omit<Line, 'name'>;

export const ok = (text: string): Finding => ({ result: 'ok', text });
export const fail = (text: string): Finding => ({ result: 'FAIL', text });
export const skip = (text: string): Finding => ({ result: 'skip', text });

/** Runs a check. A check that throws has failed: the next ones still run. */
export async function lineOf(name: string, check: () => Finding | Promise<Finding>): Promise<Line> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    return { name, ...fail(oneLineOf(error)) };
  }
}

/** A length of time for people: `12 s`, `7 min`, `3 h`, `2 days`. */
export function spanText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
