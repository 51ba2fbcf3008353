import pino from 'pino';
import { processState } from './process-state.ts';
import { env } from './settings/env.ts';
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
  if (!(error instanceof Error)) return shownValue(error);
  const { name, stack, cause } = error;
  const message = error instanceof AggregateError ? messageOf(error) : error.message;
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') && error.code;
  return {
    type: name,
    message,
    ...(code && { code: String(code) }),
    ...(stack && { stack }),
    ...(cause instanceof Error && { cause: shownError(cause) }),
  };
}

/** pg-boss reports errors as plain objects with the message of an error. */
function shownValue(value: unknown): ShownError {
  if (typeof value !== 'object' || value === null) return { type: typeof value, message: String(value) };
  const [message, code, stack] = ['message', 'code', 'stack'].map((name) => {
    const found: unknown = Reflect.get(value, name);
    return typeof found === 'string' ? found : undefined;
  });
  return { type: 'object', message: message ?? 'no message', ...(code && { code }), ...(stack && { stack }) };
}

/** Node.js reports a host with several addresses as one error without a text: each address has its own. */
const messageOf = ({ message, errors }: AggregateError): string =>
  message || errors.map((each: unknown) => (each instanceof Error ? each.message : String(each))).join('; ');

// Next's bundles have their own copies of this file; a process logs a cause once, whichever copy meets it.
/** `at`: when the last line was logged; `left`: refusals since; `lastAt`: the last one. */
type Refusals = { at: number; left: number; total: number; lastAt: number };
const shared = processState<{ refusals: Map<string, Refusals> }>('refusals by settings');
const refusals = () => (shared.refusals ??= new Map<string, Refusals>());

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
  const last = refusals().get(cause);
  const total = (last?.total ?? 0) + 1;
  if (last && now - last.at < MINUTE) {
    refusals().set(cause, { at: last.at, left: last.left + 1, total, lastAt: now });
    return false;
  }
  refusals().set(cause, { at: now, left: 0, total, lastAt: now });
  log().warn({ cause, ...fields, ...(last?.left && { left_out: last.left }) }, 'refused because of a setting');
  return true;
}

/** How often this process refused something for each cause, and when it last did. */
export const settingRefusals = (): readonly { cause: string; total: number; lastAt: number }[] =>
  [...refusals()].map(([cause, { total, lastAt }]) => ({ cause, total, lastAt }));
