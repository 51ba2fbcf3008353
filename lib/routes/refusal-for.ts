import { refusalOf } from '#lib/accounts/roles.ts';
import type { Anonymous, Member } from '#lib/base/context.ts';

/**
 * Why the caller may not send this request for their account; null if they may. A visitor acts for none: what a login is
 * needed for says so itself.
 */
export const refusalFor = (actor: Anonymous | Member, { method, url }: Request): string | null =>
  actor.kind === 'anonymous' ? null : refusalOf(actor, method, new URL(url).pathname);
