import type { IncomingMessage } from 'node:http';
import { findSignInOf } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { paths } from '#lib/base/paths.ts';
import { assertOwnForm } from '#lib/http/origin.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { errorCard } from '#lib/oauth/error-card.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { MAX_CODE } from './refused-code.ts';

/**
 * Prepares a request to the page for device codes (RFC 8628 §3.3) for the provider. Returns the URL of the login for a
 * visitor who is not logged in, the URL of the error page for a form from another site (S31), and otherwise null.
 * Throws `rate_limited` for too many codes from a user or an address.
 *
 * A link's `user_code` becomes `filled`, which only fills the field: the provider would submit `user_code` unasked.
 */
export async function prepareDeviceRequest(req: IncomingMessage): Promise<string | null> {
  const code = new URL(req.url ?? '', 'http://site.invalid').searchParams.get('user_code')?.slice(0, MAX_CODE);
  if (req.method === 'POST' && !isOwnForm(req)) return errorCard('other_site');
  const signIn = await findSignInOf(db(), req.headers.cookie, new Date());
  if (!signIn) return paths.login(paths.device({ user_code: code }));
  if (req.method === 'POST') {
    await consumeLimit('user_code_address', String(req.headers[CLIENT_ADDRESS_HEADER] ?? ''));
    await consumeLimit('user_code_account', signIn.user.id);
  }
  req.url = paths.device({ filled: code });
  return null;
}

function isOwnForm({ headers: { origin, 'sec-fetch-site': site, 'content-type': type } }: IncomingMessage): boolean {
  try {
    assertOwnForm(
      new Headers({ ...(origin && { origin }), ...(typeof site === 'string' && { 'sec-fetch-site': site }) }),
    );
    return /^application\/x-www-form-urlencoded\b/i.test(type ?? '');
  } catch {
    return false;
  }
}
