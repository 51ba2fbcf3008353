import { IncomingMessage } from 'node:http';
import { paths } from '#lib/base/paths.ts';
import { prepareDeviceRequest } from '#lib/oauth/device/device-request.ts';
import { type CardCode, errorCard } from '#lib/oauth/error-card.ts';

/** The largest form, in bytes. A request with all parameters that we know is far smaller. */
const MAX_FORM_BYTES = 16 * 1024;
const AUTHORIZE = '/oauth2/authorize';
const END_SESSION = '/oauth2/end_session';

/**
 * Prepares a client's request, which arrives through a browser, for the provider. Returns the URL to redirect the
 * browser to instead, or null if the provider may continue.
 *
 * A POST (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2) becomes a GET, so that the browser sends Lax cookies.
 * Errors that our error page explains are found here, because the provider would send them to the client. If an
 * authorization request has no scope, `openid` is written into `req.url`, and several spaces between scopes become one.
 */
export async function prepareBrowserRequest(path: string, req: IncomingMessage): Promise<string | null> {
  if (path === AUTHORIZE)
    return req.method === 'POST' ? asGet(req, path, 'invalid_request') : prepareAuthorization(req);
  if (path === paths.device({})) return prepareDeviceRequest(req);
  return path === END_SESSION && req.method === 'POST' ? asGet(req, path, 'invalid_logout') : null;
}

async function asGet(req: IncomingMessage, path: string, problem: CardCode): Promise<string> {
  const form = await readForm(req);
  return form ? `${path}?${form}` : errorCard(problem);
}

function prepareAuthorization(req: IncomingMessage): string | null {
  const params = new URLSearchParams(req.url?.split('?').slice(1).join('?'));
  if (params.get('request_uri')) return null;
  if (['client_id', 'redirect_uri', 'response_type'].some((name) => !params.get(name)))
    return errorCard('invalid_request');
  if (params.get('response_type') !== 'code') return errorCard('unsupported_response_type');
  const scope = params.get('scope') ?? '';
  const tidy = tidyScope(scope) || 'openid';
  if (tidy !== scope && params.getAll('scope').length < 2) {
    params.set('scope', tidy);
    req.url = `${AUTHORIZE}?${params}`;
  }
  return null;
}

/** Scopes with one space between them. RFC 6749 §3.3 allows nothing else, but people type lists by hand. */
const tidyScope = (scope: string): string =>
  scope
    .split(/[ \t\r\n]/)
    .filter(Boolean)
    .join(' ');

/** The largest form that the provider reads, in bytes. */
const PROVIDER_FORM_BYTES = 56 * 1024;

/**
 * The same request with tidied scopes, for a request whose parameters are in the body. A body that is too long stays
 * so, and the provider refuses it.
 */
export async function withTidyScope(req: IncomingMessage): Promise<IncomingMessage> {
  if (!isForm(req)) return req;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk as Uint8Array);
    chunks.push(bytes);
    size += bytes.length;
    if (size > PROVIDER_FORM_BYTES) break;
  }
  let body = Buffer.concat(chunks);
  const form = new URLSearchParams(size > PROVIDER_FORM_BYTES ? '' : body.toString());
  const [scope = '', ...more] = form.getAll('scope');
  if (scope !== tidyScope(scope) && !more.length) {
    form.set('scope', tidyScope(scope));
    body = Buffer.from(form.toString());
  }
  return replayed(req, body);
}

/** A request like `req`, whose body has been read, with this body. */
function replayed(req: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new IncomingMessage(req.socket);
  const { method, url, httpVersion, headers } = req;
  Object.assign(again, { method, url, httpVersion, complete: true });
  Object.assign(again.headers, headers, { 'content-length': String(body.length) });
  delete again.headers['transfer-encoding'];
  again.push(body);
  again.push(null);
  return again;
}

const isForm = (req: IncomingMessage) =>
  /^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '');

/** The parameters of a urlencoded body; null if it has another type or is too long. */
async function readForm(req: IncomingMessage): Promise<URLSearchParams | null> {
  if (!isForm(req)) return null;
  if (Number(req.headers['content-length']) > MAX_FORM_BYTES) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_FORM_BYTES) return null;
    chunks.push(bytes);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  for (const ours of ['interaction', 'error']) form.delete(ours);
  return form;
}
