import { isDriverAdapterError, type DriverAdapterError } from '@prisma/driver-adapter-utils';
import { isDeadlock, Prisma } from '#lib/base/db/db.ts';
import { DomainError, STATUS_BY_CODE, type ErrorBody } from '#lib/base/errors.ts';
import { log } from '#lib/base/log.ts';

/** Turns any thrown value into a refusal. Unexpected errors are logged and become a fixed text (S82). */
export function toDomainError(error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  if (isUnreachable(error)) {
    log().warn({ code: codeOf(error), requestId }, 'dependency unavailable');
    return tryAgain();
  }
  if (isDeadlock(error)) {
    log().warn({ requestId }, 'deadlock'); // PostgreSQL rolled this transaction back so that the other could continue
    return tryAgain();
  }
  log().error({ err: error, requestId }, 'unexpected error');
  return new DomainError('internal', 'Something went wrong on our side. Please try again.');
}

const tryAgain = () =>
  new DomainError('unavailable', 'The service is not available right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

/** The JSON response for a refusal (`ErrorView`). */
export function errorResponse(error: unknown, requestId: string, headers: HeadersInit = {}): Response {
  const refusal = toDomainError(error, requestId);
  const body: ErrorBody = {
    ...refusal.details,
    error: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.fields && { fields: refusal.fields }),
  };
  const response = Response.json(body, { status: STATUS_BY_CODE[refusal.code], headers });
  response.headers.set('cache-control', 'no-store');
  if (refusal.retryAfterSeconds) response.headers.set('retry-after', String(refusal.retryAfterSeconds));
  return response;
}

/** Whether the same request may succeed in a moment: 503, not 500. */
export const isForNow = (error: unknown): boolean => isUnreachable(error) || isDeadlock(error);

/** Whether the database or Stripe is unreachable, or the connection pool full: 503, not 500 (R9, R19). */
export function isUnreachable(error: unknown): boolean {
  const driverError = driverErrorOf(error);
  if (driverError && isDriverUnreachable(driverError)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError)
    return (
      UNREACHABLE_PRISMA.has(error.code) ||
      UNREACHABLE_CODE.test(error.code) ||
      UNREACHABLE_SQLSTATE.test(error.message) ||
      NO_CONNECTION.test(error.message)
    );
  if (!(error instanceof Error)) return false;
  if ('type' in error && error.type === 'StripeConnectionError') return true;
  if ('code' in error && typeof error.code === 'string' && UNREACHABLE_CODE.test(error.code)) return true;
  return NO_CONNECTION.test(error.message);
}

/**
 * The driver's error. Prisma throws it unwrapped where a transaction begins or ends, otherwise wrapped in Prisma's own
 * error (often P2010).
 */
function driverErrorOf(error: unknown): DriverAdapterError | undefined {
  const thrown = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.['driverAdapterError'] : error;
  return thrown instanceof Error && isDriverAdapterError(thrown) ? thrown : undefined;
}

/** A short code for the log, which would be flooded if every request logged the whole error. */
function codeOf(error: unknown): string {
  const driverError = driverErrorOf(error);
  if (driverError) return driverError.cause.originalCode ?? driverError.cause.kind;
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 100);
}

const isDriverUnreachable = ({ cause }: DriverAdapterError): boolean =>
  UNREACHABLE_KINDS.has(cause.kind) || UNREACHABLE_CODE.test(cause.originalCode ?? '');

/** Prisma's codes for a server that is unreachable, closed the connection, or has no connection free in time. */
const UNREACHABLE_PRISMA = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037']);
/** The driver adapter's error kinds for a server that cannot be reached or used. */
const UNREACHABLE_KINDS = new Set<string>([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
  'AuthenticationFailed',
]);
/**
 * SQLSTATEs that are about the server and not about the statement: connection lost, and every error of PgBouncer (08), no
 * resources (53), shutting down or starting, and a cancelled statement (57), a failed disk (58), not the primary (25006),
 * a wrong password (28P01), and timeouts of an idle transaction (25P03) or a lock (55P03).
 */
const STATES = '(08|53|57|58)...|25006|25P03|28P01|55P03';
/** In the text of errors that Prisma has no code for. */
const UNREACHABLE_SQLSTATE = new RegExp(`Code: \`(${STATES})\``);
/** The code of pg's errors: an SQLSTATE, or one of the system's or of the name server's. */
const UNREACHABLE_CODE = new RegExp(`^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|EHOST|ENET|ETIMEDOUT|(${STATES})$)`);
/** Texts of errors without a code: pg's own, and Prisma's for raw SQL. */
const NO_CONNECTION =
  /Can't reach database server|Connection terminated|is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout/i;
