import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_BY_CODE } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';
import { env } from '#lib/base/settings/env.ts';
import { html } from '#lib/base/text/html.ts';
import { toDomainError } from '#lib/http/answers/error-response.ts';
import { htmlPage } from '#lib/http/answers/html-page.ts';
import { assertBelowLimit, consumeLimit } from '#lib/http/rate-limit.ts';
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '#lib/routes/request-context.ts';
import { prepareBrowserRequest, withTidyScope } from './browser-request.ts';
import { oauthProvider } from './provider.ts';

const PROVIDER_PATHS = new Set([
  '/oauth2/token',
  '/oauth2/userinfo',
  '/oauth2/jwks',
  '/oauth2/revoke',
  '/oauth2/introspect',
  '/oauth2/par',
  '/oauth2/register',
  '/oauth2/device_authorization',
  '/oauth2/device',
  '/oauth2/end_session',
  '/oauth2/end_session/confirm',
  '/oauth2/end_session/success',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]);

/** Paths where every request stores a row: pushed requests of public clients, devices' requests, logout questions. */
const STORES_A_ROW = new Set(['/oauth2/par', '/oauth2/device_authorization', '/oauth2/end_session']);
/** Paths where a form names scopes. */
const TAKES_SCOPES = new Set(['/oauth2/par', '/oauth2/device_authorization']);
/** Paths that a user sees in a browser, and the titles of their error pages. */
const PAGE_TITLES = new Map([
  ['/oauth2/authorize', 'Authorization Error'],
  ['/oauth2/end_session', 'Logout failed'],
  ['/oauth2/device', 'Device login failed'],
]);

/**
 * Whether the provider answers this request; Next.js answers everything else. They share two paths, because the
 * customer's page is at `/oauth2/authorize` (docs/product.md):
 *
 * - `/oauth2/authorize`: the provider answers a client's request. It redirects the browser to the same path with
 *   `interaction` or `error`, which is our page (app/oauth2/authorize/page.tsx).
 * - `/oauth2/authorize/{uid}`: POST is the decision on that page (app/oauth2/authorize/[uid]/route.ts). It redirects to
 *   GET, where the provider continues. `/oauth2/device/{uid}` is the same for a device's request.
 */
export function isProviderRequest(method: string, url: string): boolean {
  const [path, query] = splitUrl(url);
  if (PROVIDER_PATHS.has(path)) return true;
  if (/^\/oauth2\/(authorize|device)\/[^/]+$/.test(path)) return method === 'GET';
  return path === '/oauth2/authorize' && (method === 'GET' || method === 'POST') && !isForOurPage(query);
}

function isForOurPage(query: string): boolean {
  const params = new URLSearchParams(query);
  return params.has('interaction') || params.has('error');
}

/** Answers with the provider. Host and scheme are ours, whatever the request says, so that links use APP_URL (S74). */
export async function handleProviderRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { host, protocol } = new URL(env().APP_URL);
  Object.assign(req.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
  try {
    const [path] = splitUrl(req.url ?? '/');
    const address = String(req.headers[CLIENT_ADDRESS_HEADER] ?? '');
    // configuration.ts counts this request, if it stores a row
    if (path === '/oauth2/authorize') await assertBelowLimit('interaction_address', address);
    const elsewhere = await prepareBrowserRequest(path, req);
    if (elsewhere) return void res.writeHead(303, { location: elsewhere, ...NEVER_STORED }).end();
    if (STORES_A_ROW.has(path)) await consumeLimit('interaction_address', address);
    if (path === '/oauth2/register') await consumeLimit('client_registration_address', address);
    const provider = await oauthProvider();
    await provider.callback()(TAKES_SCOPES.has(path) ? await withTidyScope(req) : req, res);
  } catch (error) {
    refuse(req, res, error);
  }
}

function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** Answers with JSON in the form of RFC 6749 §5.2, or with a page. */
function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent) return void res.destroy();
  const requestId = String(req.headers[REQUEST_ID_HEADER] ?? '');
  const { code, message, retryAfterSeconds } = toDomainError(error, requestId);
  const headers = { ...NEVER_STORED, ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }) };
  const isUnavailable = code === 'unavailable';
  const [path] = splitUrl(req.url ?? '/');
  const title = PAGE_TITLES.get(path);
  if (title) {
    const text = isUnavailable && path === '/oauth2/authorize' ? 'Failed to fetch client details.' : message;
    res.writeHead(STATUS_BY_CODE[code], { ...headers, 'content-type': 'text/html; charset=utf-8' });
    return void res.end(errorPage(title, text, requestId));
  }
  const isForNow = isUnavailable || code === 'rate_limited';
  const status = isForNow ? STATUS_BY_CODE[code] : 500;
  res.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  res.end(JSON.stringify({ error: isForNow ? 'temporarily_unavailable' : 'server_error', error_description: message }));
}

const NEVER_STORED = { 'cache-control': 'no-store' };

const errorPage = (title: string, text: string, requestId: string) =>
  htmlPage({
    title,
    content: html`<p>${text}</p>
      <p><a class="action" href="${paths.home}">Return to Home</a></p>
      <small>Request ID ${requestId}</small>`,
  });
