import type { Provider } from 'oidc-provider';
import type { EndedCode } from '#lib/oauth/error-card.ts';
import { findSignedCookie } from '#lib/oauth/provider/signed-cookie.ts';
import { whileAvailable } from '#lib/oauth/store/unavailable.ts';
import type { Interaction } from './interaction.ts';

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
