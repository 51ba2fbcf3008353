import type { IncomingMessage } from 'node:http';

/** A request of all parameters we know is far smaller. */
const MAX_FORM_BYTES = 16 * 1024;
const PAGE = '/oauth2/authorize';

/**
 * What happens to an authorization request before the provider sees it. Returns the address to send the browser to
 * instead, or null when the provider may go on.
 *
 * A POST (OpenID Connect Core §3.1.2.1) becomes a GET, so that Lax cookies travel. What our error page explains is
 * judged here, because the provider would redirect with it. A request without scope asks for openid (decisions §9);
 * that is written into `req.url`.
 */
export async function prepareAuthorization(req: IncomingMessage): Promise<string | null> {
  if (req.method === 'POST') {
    const form = await readForm(req);
    return form ? `${PAGE}?${form}` : errorPage('invalid_request');
  }
  const params = new URLSearchParams(req.url?.split('?').slice(1).join('?'));
  if (params.get('request_uri')) return null;
  if (['client_id', 'redirect_uri', 'response_type'].some((name) => !params.get(name)))
    return errorPage('invalid_request');
  if (params.get('response_type') !== 'code') return errorPage('unsupported_response_type');
  if (!params.get('scope')) {
    params.set('scope', 'openid');
    req.url = `${PAGE}?${params}`;
  }
  return null;
}

const errorPage = (code: string) => `${PAGE}?${new URLSearchParams({ error: code })}`;

/** The parameters of a urlencoded body; null when it is something else or too long. */
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
