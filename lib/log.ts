import pino from 'pino';
import { env } from './env.ts';
import { MINUTE } from './time.ts';

const SECRET_FIELDS = ['password', 'token', 'secret', 'cookie', 'authorization', 'privateKey', 'private_key'];

/**
 * The process's log: JSON lines, secrets redacted by field name (S83). Created on first use, so that a build needs no
 * settings.
 */
export const log = (): pino.Logger =>
  (logger ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    serializers: { err: shownError },
  }));

let logger: pino.Logger | undefined;

export type ShownError = { type: string; message: string; code?: string; stack?: string; cause?: ShownError };

/**
 * What the log shows of an error: type, message, code, stack and cause. Other properties are left out, because pg and
 * Stripe attach connections, requests and their bodies (S83).
 */
export function shownError(error: unknown): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') && error.code;
  return {
    type: name,
    message,
    ...(code && { code: String(code) }),
    ...(stack && { stack }),
    ...(cause instanceof Error && { cause: shownError(cause) }),
  };
}

// Next's bundles have their own copies of this file; a process logs a cause once, whichever copy meets it.
const globals = globalThis as { warnedAt?: Map<string, { at: number; left: number }> };

/**
 * Logs a refusal that only a change of the operator's settings, clock or network can mend: at level warn, at most once
 * a minute for each `cause`, because every request may cause it. `fields` are of the request that is logged, with its
 * `requestId`; `left_out` is the number of refusals since the last line. Returns whether it logged.
 */
export function warnOncePerMinute(
  cause: string,
  fields: { requestId?: string; err?: unknown } & Record<string, unknown> = {},
  now = Date.now(),
): boolean {
  const warned = (globals.warnedAt ??= new Map());
  const last = warned.get(cause);
  if (last && now - last.at < MINUTE) {
    last.left += 1;
    return false;
  }
  warned.set(cause, { at: now, left: 0 });
  log().warn({ cause, ...fields, ...(last?.left && { left_out: last.left }) }, 'refused because of a setting');
  return true;
}
