import pino from 'pino';
import { env } from './env.ts';

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
