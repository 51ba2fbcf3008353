import { execa } from 'execa';
import { MINUTE } from '#lib/base/time.ts';
import { root } from '../stack/folders.ts';

export type Captured = { code: number; output: string; ms: number };
export type CaptureOptions = { env?: NodeJS.ProcessEnv; patience?: number; cwd?: string };

const ending = new AbortController();

/**
 * Runs a program to its end and captures its output. Never rejects: a program that cannot be started, or that a signal
 * ended, gets code 1 and the reason in its output. A program that runs longer than `patience` (ms) is killed.
 */
export async function capture(
  file: string,
  args: readonly string[],
  { env = process.env, patience = 30 * MINUTE, cwd = root }: CaptureOptions = {},
): Promise<Captured> {
  const { exitCode, all, shortMessage, durationMs } = await execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    reject: false,
    timeout: patience,
    cancelSignal: ending.signal,
    cleanup: false,
  });
  const reason = exitCode === undefined ? `\n${shortMessage}` : '';
  return { code: exitCode ?? 1, output: all + reason, ms: durationMs };
}

/** Ends all programs that `capture` is still running. */
export const endCaptured = (): void => ending.abort();
