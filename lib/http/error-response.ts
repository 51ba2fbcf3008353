import { isDriverAdapterError, type DriverAdapterError } from '@prisma/driver-adapter-utils';
import { Prisma } from '#lib/db.ts';
import { DomainError, STATUS_BY_CODE, type ErrorBody } from '#lib/errors.ts';
import { log } from '#lib/log.ts';

/** Anything that was thrown, as a refusal: what is not ours to tell becomes a fixed text, and stands in the log (S82). */
export function toDomainError(error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  if (isUnreachable(error)) {
    log().warn({ code: codeOf(error), requestId }, 'a dependency is away');
    return new DomainError('unavailable', 'The service is not available right now. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
  log().error({ err: error, requestId }, 'unexpected error');
  return new DomainError('internal', 'Something went wrong on our side. Please try again.');
}

/** The JSON answer for a refusal (decisions §3). */
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

/** Whether the database or Stripe is away, or the pool full: 503, not 500 (R9, R19). */
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

/** What the driver threw: by itself where a transaction begins or ends, else within Prisma's error, whose code may be P2010. */
function driverErrorOf(error: unknown): DriverAdapterError | undefined {
  const thrown = error instanceof Prisma.PrismaClientKnownRequestError ? error.meta?.['driverAdapterError'] : error;
  return thrown instanceof Error && isDriverAdapterError(thrown) ? thrown : undefined;
}

/** In a word, what is the matter with it; the whole error of each request would only fill the log. */
function codeOf(error: unknown): string {
  const driverError = driverErrorOf(error);
  if (driverError) return driverError.cause.originalCode ?? driverError.cause.kind;
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, 100);
}

const isDriverUnreachable = ({ cause }: DriverAdapterError): boolean =>
  UNREACHABLE_KINDS.has(cause.kind) || UNREACHABLE_CODE.test(cause.originalCode ?? '');

/** Prisma's codes for a server that cannot be reached, closed the connection, or has no free one in time. */
const UNREACHABLE_PRISMA = new Set(['P1000', 'P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2028', 'P2037']);
/** The same, as its driver says them. */
const UNREACHABLE_KINDS = new Set<string>([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
]);
/**
 * Errors that Prisma has no code for carry PostgreSQL's: connection lost (08), too many (53300), shutting down or starting
 * (57P0x), and what took too long: a lock (55P03), a statement (57014), a silent transaction (25P03).
 */
const UNREACHABLE_SQLSTATE = /Code: `(08...|53300|57P0[123]|55P03|57014|25P03)`/;
/** What says no more than that: pg itself, and Prisma of a statement in SQL. */
const NO_CONNECTION =
  /Can't reach database server|Connection terminated|is not queryable|timeout exceeded when trying to connect|Query read timeout/i;
const UNREACHABLE_CODE = /^(ECONN|ENOTFOUND|EPIPE|08...$|53300|57P0[123]|55P03|57014|25P03)/;
