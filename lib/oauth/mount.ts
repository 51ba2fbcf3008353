import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from '#emails/html.ts';
import { env } from '#lib/env.ts';
import { toDomainError } from '#lib/http/error-response.ts';
import { plainPage } from '#lib/http/plain-page.ts';
import { assertWithin } from '#lib/http/rate-limit.ts';
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from '#lib/http/request-context.ts';
import { paths } from '#lib/paths.ts';
import { prepareAuthorization } from './authorization-request.ts';
import { oauthProvider } from './provider.ts';
import { RETRY_AFTER_SECONDS } from './unavailable.ts';

const PROVIDER_PATHS = new Set([
  '/oauth2/token',
  '/oauth2/userinfo',
  '/oauth2/jwks',
  '/oauth2/revoke',
  '/oauth2/introspect',
  '/oauth2/par',
  '/oauth2/end_session',
  '/oauth2/end_session/confirm',
  '/oauth2/end_session/success',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
]);

/** Whether the provider answers this request; everything else, our authorize page among it, is Next's. */
export function isProviderRequest(method: string, url: string): boolean {
  const [path, query] = splitUrl(url);
  if (PROVIDER_PATHS.has(path)) return true;
  if (/^\/oauth2\/authorize\/[^/]+$/.test(path)) return method === 'GET';
  if (path !== '/oauth2/authorize' || (method !== 'GET' && method !== 'POST')) return false;
  const params = new URLSearchParams(query);
  return !params.has('interaction') && !params.has('error');
}

/** Answers with the provider. Host and scheme are ours, whatever the request says, so every link leads to APP_URL (S74). */
export async function handleProviderRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { host, protocol } = new URL(env().APP_URL);
  Object.assign(req.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
  try {
    const [path] = splitUrl(req.url ?? '/');
    if (path === '/oauth2/authorize') {
      await assertWithin('interaction_address', String(req.headers[CLIENT_ADDRESS_HEADER] ?? ''));
      const elsewhere = await prepareAuthorization(req);
      if (elsewhere) return void res.writeHead(303, { location: elsewhere, 'cache-control': 'no-store' }).end();
    }
    const provider = await oauthProvider();
    await provider.callback()(req, res);
  } catch (error) {
    refuse(req, res, error);
  }
}

function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?');
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** RFC 6749 §5.2 in form; a browser that asks too often gets a page. */
function refuse(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  if (res.headersSent) return void res.destroy();
  const requestId = String(req.headers[REQUEST_ID_HEADER] ?? '');
  const refusal = toDomainError(error, requestId);
  if (refusal.code === 'rate_limited') {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'retry-after': String(refusal.retryAfterSeconds) };
    return void res.writeHead(429, { ...NEVER_STORED, ...headers }).end(tooManyPage(refusal.message, requestId));
  }
  const isAway = refusal.code === 'unavailable';
  const body = { error: isAway ? 'temporarily_unavailable' : 'server_error', error_description: refusal.message };
  res.writeHead(isAway ? 503 : 500, {
    ...NEVER_STORED,
    'content-type': 'application/json; charset=utf-8',
    ...(isAway && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
  });
  res.end(JSON.stringify(body));
}

const NEVER_STORED = { 'cache-control': 'no-store' };

const tooManyPage = (text: string, requestId: string) =>
  plainPage({
    title: 'Authorization Error',
    content: html`<p>${text}</p>
      <p><a class="action" href="${paths.home}">Return to Home</a></p>
      <small>Request ID ${requestId}</small>`,
  });
