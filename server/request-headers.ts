import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { env } from '#lib/env.ts';
import { clientAddress } from '#lib/http/client-address.ts';
import { contentSecurityPolicy, referrerPolicy, securityHeaders } from '#lib/http/security-headers.ts';
import { log } from '#lib/log.ts';
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import { MINUTE } from '#lib/time.ts';
import type { Choice } from './choose.ts';

/** The client's address, behind the trusted proxies. Says in the log, once a minute, why a header is ignored (S10). */
export function addressOf({ socket, headers }: IncomingMessage): string {
  const remote = socket.remoteAddress ?? '';
  const forwarded = String(headers['x-forwarded-for'] ?? '');
  const { address, ignored } = clientAddress(remote, forwarded, env().TRUSTED_PROXIES);
  if (ignored && !warned.has(ignored)) {
    warned.add(ignored);
    setTimeout(() => warned.delete(ignored), MINUTE).unref();
    const requestId = String(headers[REQUEST_ID_HEADER]);
    log().warn({ reason: ignored, sender: remote, setting: 'TRUSTED_PROXIES', requestId }, 'X-Forwarded-For ignored');
  }
  return address;
}
/** The reasons that the log has had within the last minute. */
const warned = new Set<string>();

/** Overwrites headers that a caller may have forged, and sets those that every response carries. */
export function setHeaders(req: IncomingMessage, res: ServerResponse, { pathname, policy }: Choice): void {
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
