import type { Provider } from 'oidc-provider';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { EndedCode } from '#lib/oauth/error-card.ts';
import { whileAvailable } from '#lib/oauth/store/unavailable.ts';

export type Interaction = InstanceType<Provider['Interaction']>;

/**
 * The authorization request with this id, or why this browser cannot continue it. The browser must have the cookie that
 * names the request (`resume`, sent below its own path) or, on the page, where two requests share a cookie, any
 * (`interaction`).
 */
export async function findOwnRequest(
  provider: Provider,
  uid: string,
  headers: Headers,
  needs: 'resume' | 'interaction',
): Promise<Interaction | EndedCode> {
  const request = await whileAvailable(() => provider.Interaction.find(uid, { ignoreExpiration: true }));
  const latest = findSignedCookie(provider, 'interaction', headers);
  // This cookie lives as long as the request: if only the request is gone, it was answered.
  if (!request) return latest === uid ? 'answered' : 'expired';
  if (request.isExpired) return 'expired';
  const isOwn = needs === 'resume' ? findSignedCookie(provider, needs, headers) === uid : latest !== undefined;
  return isOwn ? request : 'other_browser';
}

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
