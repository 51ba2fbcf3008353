import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '#lib/base/errors.ts';
import { errorPage } from '#lib/http/answers/error-page.ts';
import { errorResponse } from '#lib/http/answers/error-response.ts';
import { documentPolicy } from '#lib/http/answers/security-headers.ts';
import { REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import { send } from '#server/direct-call.ts';

/**
 * The longest path and the longest query, in bytes: Next takes time that grows with the square of the parameters. An
 * authorization request may be longer, because applications put signed requests and claims into it (docs/oauth.md).
 */
const MAX_TARGET_BYTES = 2048;
const MAX_OAUTH_QUERY_BYTES = 16 * 1024;
/** The most parameters of a query. */
const MAX_PARAMETERS = 50;
/** The largest headers of a request in bytes, without the request line (S28). */
const MAX_HEADER_BYTES = 16 * 1024;
/** What Node.js reads of a request before it refuses it: the longest query and the largest headers. */
export const MAX_HEAD_BYTES = MAX_HEADER_BYTES + MAX_OAUTH_QUERY_BYTES + MAX_TARGET_BYTES;

const OAUTH = /^\/(oauth2\/|\.well-known\/(openid-configuration|oauth-authorization-server)(\?|$))/;
const TEXT = 'The URL of this request is too long.';

/** Whether the path or the query has more text than any request of ours needs (S87). */
export function isTargetTooLong(pathname: string, query: string): boolean {
  const most = OAUTH.test(pathname) ? MAX_OAUTH_QUERY_BYTES : MAX_TARGET_BYTES;
  return pathname.length > MAX_TARGET_BYTES || query.length > most || hasTooManyParameters(query);
}

function hasTooManyParameters(query: string): boolean {
  let count = 1;
  for (let at = query.indexOf('&'); at !== -1 && count <= MAX_PARAMETERS; at = query.indexOf('&', at + 1)) count += 1;
  return count > MAX_PARAMETERS;
}

/** Whether the headers are larger than 16 kB together. */
export function areHeadersTooLarge({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let bytes = 0;
  for (const part of rawHeaders) bytes += part.length + 2; // ": " after a name, CRLF after a value
  return bytes > MAX_HEADER_BYTES;
}

/** Answers 414: a page for a browser, the error of RFC 6749 for an OAuth client, JSON for any other caller. */
export function answerTooLong(req: IncomingMessage, res: ServerResponse): void | Promise<void> {
  const requestId = String(req.headers[REQUEST_ID_HEADER]);
  const headers = { 'cache-control': 'no-store' };
  if (req.method === 'GET' && (req.headers.accept ?? '').includes('text/html')) {
    const html = errorPage(`${TEXT} Please open the page without its parameters.`, requestId);
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': documentPolicy(html) };
    return void res.writeHead(414, { ...headers, ...type }).end(html);
  }
  if (!OAUTH.test(req.url ?? '')) return send(errorResponse(new DomainError('uri_too_long', TEXT), requestId), res);
  res.writeHead(414, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  res.end(JSON.stringify({ error: 'invalid_request', error_description: TEXT }));
}
