/** Exit codes (README.md). */
export const EXIT = { failed: 1, settings: 2, locked: 3, state: 4 } as const;

type More = { status?: number; retryAfterMs?: number; isDown?: boolean; exitCode?: number };

/** An error whose message contains no secret, so it may be logged. */
export class Failure extends Error {
  readonly status: number;
  readonly retryAfterMs: number;
  readonly isDown: boolean;
  readonly exitCode: number;

  constructor(message: string, { status = 0, retryAfterMs = 0, isDown = false, exitCode = EXIT.failed }: More = {}) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.isDown = isDown;
    this.exitCode = exitCode;
  }
}

/** The loggable text of an error. Messages of other code are left out, because they may quote secret input. */
export function describe(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (!(error instanceof Error)) return 'an unknown error';
  const { code, syscall, path: file } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return [code, syscall, file].filter(Boolean).join(' ');
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 3).map((line) => line.trim())].join(' ');
}

/** The code of a system error such as `ENOENT`, or ''. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Runs `work` and puts `what` in front of the message of a failure. */
export async function during<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { name } = (error.cause ?? error) as { name?: string };
    const text = name === 'TimeoutError' ? 'no answer in time' : describe(error);
    const more: More = error instanceof Failure ? error : {};
    throw new Failure(`${what}: ${text}`, { ...more, isDown: ['ENOENT', 'ECONNREFUSED'].includes(codeOf(error)) });
  }
}
