import type { Anonymous, Member } from '#lib/base/context.ts';
import { log } from '#lib/base/log.ts';
import { isForNow } from '#lib/http/answers/error-response.ts';
import { isStorable } from '#lib/http/postgres-text.ts';
import type { EndedCode } from '#lib/oauth/error-card.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';
import { findOwnRequest } from '#lib/oauth/request/own-request.ts';
import { processContext } from '#lib/routes/request-context.ts';
import {
  findAuthorization,
  findEndedApplication,
  type AuthorizationStep,
  type AuthorizationView,
  type EndedApplication,
} from './interaction.ts';

type Found = { view: AuthorizationView; step: AuthorizationStep; /** Unix milliseconds */ shownAt: number };
type Ended = { ended: EndedCode; application: EndedApplication | null };

/**
 * The authorization request of the page's URL, or why it has ended and whose it was: the URL names the client, too. The
 * page cannot answer with an error, so it gets `unavailable` while the database is down.
 */
export async function findAuthorizationForPage(
  actor: Anonymous | Member,
  { interaction: uid = '', client_id: clientId = '' }: { interaction?: string; client_id?: string },
  headers: Headers,
): Promise<Found | Ended | 'unavailable'> {
  const ctx = processContext(actor);
  try {
    const request = await findOwnRequest(await oauthProvider(), uid, headers, 'interaction');
    const ended = typeof request === 'string' ? request : 'expired';
    const found = typeof request === 'string' ? null : await findAuthorization(ctx, request);
    if (found) return { ...found, shownAt: ctx.now.getTime() };
    const application = isStorable(clientId) ? await findEndedApplication(ctx, clientId) : null;
    return { ended, application };
  } catch (error) {
    log().warn({ err: error }, 'authorization request not read');
    if (isForNow(error) || isTemporary(error)) return 'unavailable';
    throw error;
  }
}

const isTemporary = (error: unknown) =>
  error instanceof Error && 'error' in error && error.error === 'temporarily_unavailable';
