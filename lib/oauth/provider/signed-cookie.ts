import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Provider } from 'oidc-provider';

/**
 * The value of a cookie that the provider has set; undefined if it is missing or its signature is wrong. Koa verifies
 * signatures only on requests of Node.js, and Next's route handlers get another kind of request.
 */
export function findSignedCookie(
  provider: Provider,
  name: 'resume' | 'interaction',
  headers: Headers,
): string | undefined {
  const request = new IncomingMessage(new Socket());
  request.headers.cookie = headers.get('cookie') ?? '';
  const { cookies } = provider.createContext(request, new ServerResponse(request));
  return cookies.get(provider.cookieName(name), { signed: true });
}
