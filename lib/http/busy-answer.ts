import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '#lib/errors.ts';
import { refusalPage } from './refusal-page.ts';
import { REQUEST_ID_HEADER } from './request-context.ts';
import { documentPolicy, SECURITY_HEADERS } from './security-headers.ts';

const TEXT = 'The service is busy. Please try again in a moment.';
const AWAY_TEXT = 'The service is not available right now. Please try again in a moment.';
const RETRY_AFTER_SECONDS = '2';
/** Where the request's id stands in the page. */
const PLACE = 'REQUEST-ID';

/**
 * Refuses a request that is not begun: 503 with Retry-After, as a page for a person, and as RFC 6749 has it for a client
 * of the provider. Made of ready parts, because there are many of them just when there is no time (R17).
 */
export function answerBusy(req: IncomingMessage, res: ServerResponse, isProvider: boolean): void {
  const requestId = randomUUID();
  const isPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
  res.writeHead(503, { ...(isPage ? PAGE_HEADERS : JSON_HEADERS), [REQUEST_ID_HEADER]: requestId });
  res.end(isPage ? page.replace(PLACE, requestId) : isProvider ? PROVIDER_BODY : bodyOf(requestId));
}

/** The page that stands for one that could not be made, because the database is away (R9). */
export const awayPage = (requestId: string) => ({ headers: AWAY_HEADERS, body: away.replace(PLACE, requestId) });

const page = refusalPage(TEXT, PLACE);
const away = refusalPage(AWAY_TEXT, PLACE);
const PROVIDER_BODY = JSON.stringify({ error: 'temporarily_unavailable', error_description: TEXT });
const bodyOf = (requestId: string) =>
  JSON.stringify({ error: TEXT, code: 'unavailable', request_id: requestId } satisfies ErrorBody);

const HEADERS = {
  ...SECURITY_HEADERS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
  'retry-after': RETRY_AFTER_SECONDS,
};
const pageHeaders = (html: string) => ({
  ...HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': documentPolicy(html),
});
const PAGE_HEADERS = pageHeaders(page);
const AWAY_HEADERS = pageHeaders(away);
const JSON_HEADERS = {
  ...HEADERS,
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
