import { errors } from 'oidc-provider';
import { warnOncePerMinute } from '#lib/base/log.ts';
import { isForNow } from '#lib/http/answers/error-response.ts';

/** Seconds after which a client may try again. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * The error `temporarily_unavailable` (RFC 6749 §4.1.2.1), with status 503. The provider sends it as JSON or to the
 * registered redirect_uri.
 */
function temporarilyUnavailable(): errors.OIDCProviderError {
  const error = new errors.TemporarilyUnavailable('The service is not available right now.');
  error.status = error.statusCode = 503;
  return error;
}

/** Runs database work for the provider. Throws `temporarily_unavailable` if it may succeed later (R19, S82). */
export async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isForNow(error)) throw error;
    warnOncePerMinute('database_unavailable', { err: error });
    throw temporarilyUnavailable();
  }
}
