import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { warnOncePerMinute } from '#lib/base/log.ts';
import { env } from '#lib/base/settings/env.ts';
import { contentSecurityPolicy, referrerPolicy, securityHeaders } from '#lib/http/answers/security-headers.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';

/** What the headers of a response depend on, besides its path. */
export type Policy = {
  /** CSP hashes of the inline scripts that the response may contain */
  inlineHashes: readonly string[];
  /** whether Next marks its scripts with a nonce; a prerendered page has none */
  hasNonce: boolean;
  /** Cache-Control, if it does not follow from the answer */
  cacheControl?: string;
};

/** The client's address, behind the trusted proxies. Says in the log, once a minute, why a header is ignored (S10). */
export function addressOf({ socket, headers }: IncomingMessage): string {
  const remote = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const { address, ignored } = clientAddress(remote, forwarded, env().TRUSTED_PROXIES);
  if (ignored) {
    const requestId = String(headers[REQUEST_ID_HEADER]);
    const cause = ignored === 'sender is no trusted proxy' ? 'proxy_not_trusted' : 'forwarded_for_invalid';
    warnOncePerMinute(cause, { reason: ignored, sender: remote, setting: 'TRUSTED_PROXIES', requestId });
  }
  return address;
}

/** Overwrites headers that a caller may have forged, and sets those that every response carries. */
export function setHeaders(
  req: IncomingMessage,
  res: ServerResponse,
  { pathname, policy }: { pathname: string; policy: Policy },
): void {
  const csp = contentSecurityPolicy({
    path: pathname,
    nonce: policy.hasNonce ? randomBytes(16).toString('base64') : null,
    inlineHashes: policy.inlineHashes,
    isDevelopment: env().APP_MODE === 'development',
  });
  req.headers[CLIENT_ADDRESS_HEADER] = addressOf(req);
  req.headers['content-security-policy'] = csp; // Next reads the nonce from this header
  delete req.headers['x-forwarded-host'];
  for (const [name, value] of Object.entries(securityHeaders())) res.setHeader(name, value);
  res.setHeader('content-security-policy', csp);
  if (policy.cacheControl) res.setHeader('cache-control', policy.cacheControl);
  res.setHeader('referrer-policy', referrerPolicy(pathname));
  res.setHeader(REQUEST_ID_HEADER, String(req.headers[REQUEST_ID_HEADER]));
}
