import { oneLineOf } from '#lib/base/text/one-line.ts';

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
