import type { Anonymous, Member } from '#lib/context.ts';
import { isForNow } from '#lib/http/error-response.ts';
import { log } from '#lib/log.ts';
import { processContext } from '#lib/routes/request-context.ts';
import { findAuthorization, type AuthorizationStep, type AuthorizationView } from './interaction.ts';

type Found = { view: AuthorizationView; step: AuthorizationStep; /** Unix milliseconds */ shownAt: number };

/**
 * `findAuthorization` for the page, which cannot answer with an error. Returns `unavailable` while the database is
 * down.
 */
export async function findAuthorizationForPage(
  actor: Anonymous | Member,
  uid: string,
): Promise<Found | null | 'unavailable'> {
  const ctx = processContext(actor);
  try {
    const found = await findAuthorization(ctx, uid);
    return found && { ...found, shownAt: ctx.now.getTime() };
  } catch (error) {
    log().warn({ err: error }, 'authorization request not read');
    if (isForNow(error) || isTemporary(error)) return 'unavailable';
    throw error;
  }
}

const isTemporary = (error: unknown) =>
  error instanceof Error && 'error' in error && error.error === 'temporarily_unavailable';
