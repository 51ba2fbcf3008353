import type { IncomingMessage } from 'node:http';
import { prepareDeviceRequest } from '#lib/oauth/device/device-request.ts';
import { type CardCode, errorCard } from '#lib/oauth/error-card.ts';
import { paths } from '#lib/paths.ts';

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
 * authorization request has no scope, `openid` is written into `req.url`.
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
  if (!params.get('scope')) {
    params.set('scope', 'openid');
    req.url = `${AUTHORIZE}?${params}`;
  }
  return null;
}

/** The parameters of a urlencoded body; null if it has another type or is too long. */
async function readForm(req: IncomingMessage): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')) return null;
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
