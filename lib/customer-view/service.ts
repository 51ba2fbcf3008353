import { findOwnedAccount, ownedAccountOf } from '#lib/accounts/acting-for.ts';
import { findAccountName } from '#lib/accounts/own-accounts.ts';
import { mailAccount } from '#lib/accounts/recipients.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { MINUTE } from '#lib/base/time.ts';
import { limited, tryToCount } from '#lib/http/rate-limit.ts';
import { noSuchUser } from '#lib/users/admin-user.ts';
import type { StartCustomerViewInput, ViewedPage } from './schema.ts';
import type { CustomerViewView } from './views.ts';

const VIEW_MS = 15 * MINUTE;

/**
 * Lets the caller's session view a user's account as the user sees it, for 15 minutes and read-only. Ends the session's
 * open view, if any, and emails the owners of the account the reason. An open view of this account for the same reason is returned as it
 * is, so that simultaneous requests send one email. Throws `reauthentication_required`, `not_found`, `rate_limited`, and
 * `conflict` for the caller's own account.
 */
export async function startCustomerView(
  ctx: Context<Admin>,
  userId: string,
  { reason }: StartCustomerViewInput,
): Promise<CustomerViewView> {
  const started = await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const user = await tx.db.user.findUnique({ where: { id: userId }, select: { id: true } });
    if (!user) throw noSuchUser();
    if (userId === tx.actor.userId) throw new DomainError('conflict', 'This is your own account.');
    const accountId = await ownedAccountOf(tx.db, userId);
    const same = await tx.db.customerView.findFirst({
      where: { ...openIn(tx), accountId, reason },
      select: shown,
    });
    if (same) return toView(same);
    if (!(await tryToCount('customer_view_account', userId, tx.db))) return null;
    await endViews(tx, openIn(tx), 'replaced');
    const { userId: adminId, sessionId } = tx.actor;
    const expiresAt = new Date(tx.now.getTime() + VIEW_MS);
    const { id } = await tx.db.customerView.create({
      data: { accountId, adminId, sessionId, reason, startedAt: tx.now, expiresAt },
      select: { id: true },
    });
    const until = expiresAt.toISOString();
    await recordAudit(tx, 'user.view_started', userId, { view: id, until });
    const { supportMail } = contacts();
    const from = tx.now.toISOString();
    const told = { account: await findAccountName(tx, accountId), from, until, reason, supportMail };
    await mailAccount(tx, { accountId, permission: 'manage' }, 'account_viewed', told);
    return { id, expires_at: until };
  });
  if (!started) throw await limited('customer_view_account', userId); // takes another connection
  return started;
}

/** Ends the session's view of a user's account. Throws `not_found` if none is open. */
export async function endCustomerView(ctx: Context<Admin>, userId: string): Promise<void> {
  const accountId = await findOwnedAccount(ctx.db, userId);
  const ended = accountId && (await transaction(ctx, (tx) => endViews(tx, { ...openIn(tx), accountId }, 'ended')));
  if (!ended) throw new DomainError('not_found', 'You are not viewing this account.');
}

/** The view of a user's account that is open in the caller's session, or null. */
export async function findCustomerView(ctx: Context<Admin>, userId: string): Promise<CustomerViewView | null> {
  const accountId = await findOwnedAccount(ctx.db, userId);
  if (!accountId) return null;
  const view = await ctx.db.customerView.findFirst({ where: { ...openIn(ctx), accountId }, select: shown });
  return view && toView(view);
}

const shown = { id: true, expiresAt: true } as const;
const toView = ({ id, expiresAt }: { id: string; expiresAt: Date }): CustomerViewView => ({
  id,
  expires_at: expiresAt.toISOString(),
});

/**
 * Finds the open view like `findCustomerView`, and records the page in the audit log. Call it before a page reads
 * anything.
 */
export async function enterCustomerView(
  ctx: Context<Admin>,
  userId: string,
  page: ViewedPage,
): Promise<CustomerViewView | null> {
  return transaction(ctx, async (tx) => {
    const view = await findCustomerView(tx, userId);
    if (view) await recordAudit(tx, 'user.viewed', userId, { view: view.id, page });
    return view;
  });
}

/** Records the end of expired views. Returns their number. */
export const endExpiredViews = (ctx: Context): Promise<number> =>
  transaction(ctx, (tx) => endViews(tx, { endedAt: null, expiresAt: { lte: tx.now } }, 'expired'));

/** The views that the caller may use now. The session belongs to one admin, and ends with a logout, block or reset. */
const openIn = ({ actor, now }: Context<Admin>) => ({
  sessionId: actor.sessionId,
  adminId: actor.userId,
  endedAt: null,
  expiresAt: { gt: now },
});

type Which = ReturnType<typeof openIn> | { endedAt: null; expiresAt: { lte: Date } };

async function endViews(tx: Context, which: Which & { accountId?: string }, how: string): Promise<number> {
  const views = await tx.db.customerView.findMany({
    where: which,
    select: { id: true, accountId: true, expiresAt: true },
  });
  let ended = 0;
  for (const { id, accountId, expiresAt } of views) {
    const endedAt = expiresAt < tx.now ? expiresAt : tx.now;
    const { count } = await tx.db.customerView.updateMany({ where: { id, endedAt: null }, data: { endedAt } });
    if (count) await recordAudit(tx, 'user.view_ended', accountId, { view: id, how });
    ended += count;
  }
  return ended;
}
