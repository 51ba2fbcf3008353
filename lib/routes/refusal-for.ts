import { isOfAccount, refusalOf } from '#lib/accounts/roles.ts';
import { ACCOUNT_HEADER } from '#lib/base/account-header.ts';
import type { Anonymous, Member } from '#lib/base/context.ts';

/** The refusal of a request of a page that shows one account, while the login acts for another. */
export const OTHER_ACCOUNT = 'You act for another account now than this page shows. Reload the page.';

/**
 * Why the caller may not send this request for their account; null if they may. A visitor acts for none: what a login is
 * needed for says so itself.
 */
export function refusalFor(actor: Anonymous | Member, { method, url, headers }: Request): string | null {
  if (actor.kind === 'anonymous') return null;
  const path = new URL(url).pathname;
  const shown = headers.get(ACCOUNT_HEADER);
  if (shown !== null && shown !== actor.accountId && isOfAccount(method, path)) return OTHER_ACCOUNT;
  return refusalOf(actor, method, path);
}
