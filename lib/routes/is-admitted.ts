import { admits } from '#lib/accounts/roles.ts';
import type { Anonymous, Member } from '#lib/base/context.ts';

/**
 * Whether the caller's role in their account allows a request, by the list of lib/accounts/roles.ts. A visitor has no
 * role: what a login is needed for says so itself.
 */
export const isAdmitted = (actor: Anonymous | Member, { method, url }: Request): boolean =>
  actor.kind === 'anonymous' || admits(actor.accountRole, method, new URL(url).pathname);
