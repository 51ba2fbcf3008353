import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '#lib/base/errors.ts';
import { errorPage } from '#lib/http/answers/error-page.ts';
import { documentPolicy, securityHeaders } from '#lib/http/answers/security-headers.ts';
import { REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';

const TEXT = 'The service is busy. Please try again in a moment.';
const UNAVAILABLE_TEXT = 'The service is not available right now. Please try again in a moment.';
const RETRY_AFTER_SECONDS = '2';
/** Placeholder for the request id in a page. */
const PLACE = 'REQUEST-ID';

/**
 * Refuses a request before it starts: 503 with Retry-After, as a page for a browser, and in the form of RFC 6749 for an
 * OAuth client. The parts are prepared, because refusals are most frequent when the process is busiest (R17).
 */
export function answerOverload(req: IncomingMessage, res: ServerResponse, isProvider: boolean): void {
  const requestId = randomUUID();
  const isPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
  const page = isPage && busyPage();
  res.writeHead(503, { ...(page ? page.headers : jsonHeaders()), [REQUEST_ID_HEADER]: requestId });
  res.end(page ? page.html.replace(PLACE, requestId) : isProvider ? PROVIDER_BODY : bodyOf(requestId));
}

/** The page that replaces a failed page while the database is unavailable (R9). */
export function outagePage(requestId: string) {
  const { headers, html } = unavailablePage();
  return { headers, body: html.replace(PLACE, requestId) };
}

const PROVIDER_BODY = JSON.stringify({ error: 'temporarily_unavailable', error_description: TEXT });
const bodyOf = (requestId: string) =>
  JSON.stringify({ error: TEXT, code: 'unavailable', request_id: requestId } satisfies ErrorBody);

const headers = () => ({
  ...securityHeaders(),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
  'retry-after': RETRY_AFTER_SECONDS,
});
const jsonHeaders = () => ({
  ...headers(),
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
});

/** Returns a function that builds a page on its first call, because the page's settings are not read on import. */
function readyPage(text: string) {
  let made: { html: string; headers: Record<string, string> } | undefined;
  return () => {
    if (made) return made;
    const html = errorPage(text, PLACE);
    const carried = {
      ...headers(),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': documentPolicy(html),
    };
    return (made = { html, headers: carried });
  };
}
const busyPage = readyPage(TEXT);
const unavailablePage = readyPage(UNAVAILABLE_TEXT);
