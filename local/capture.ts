import { spawn, type ChildProcess } from 'node:child_process';
import { MINUTE } from '#lib/time.ts';
import { root } from './settings.ts';

export type Captured = { code: number; output: string; ms: number };
export type CaptureOptions = { env?: NodeJS.ProcessEnv; patience?: number };

const running = new Set<ChildProcess>();

/**
 * Runs a program to its end and captures its output. Never rejects: a program that cannot be started gets code 127, and
 * one that exceeds `patience` (ms) is killed.
 */
export function capture(
  file: string,
  args: readonly string[],
  { env, patience = 30 * MINUTE }: CaptureOptions = {},
): Promise<Captured> {
  const from = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { cwd: root, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const timer = setTimeout(() => {
      output += `\nkilled after ${patience / 1000} s`;
      child.kill('SIGKILL');
    }, patience);
    const done = (code: number) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, ms: performance.now() - from });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.once('error', (error) => {
      output += error.message;
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

/** Ends all programs that `capture` is still running. */
export function endCaptured(): void {
  for (const child of running) child.kill('SIGTERM');
}
