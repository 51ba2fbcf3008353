import { accountsOfBlock, followBlocks } from '#lib/accounts/blocks.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { assertFreshLogin, lockCaller } from '#lib/base/fresh-login.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { chargedOf, listHoldings, type HeldSubscription } from '#lib/billing/holdings.ts';
import { enqueueAll } from '#lib/jobs/queue.ts';
import { queueMail } from '#lib/mail/service.ts';
import type { BlockUsersInput } from '#lib/users/schema.ts';
import type { BlockUsersView } from '#lib/users/views.ts';
import { isAdminLeft, LAST_ADMIN } from './lock-user.ts';

export const SELF_BLOCK = 'You cannot block yourself.';

/**
 * Blocks or unblocks many users. Users who may not be blocked are left out and listed with the reason (S49). `dry_run`
 * only previews the result. Repeating a request changes nothing; the opposite request with the ids of `changed` undoes
 * it, but does not restart a subscription that `end_subscriptions` ended. Throws `reauthentication_required` if it unblocks a user (S88): a block must be quick, to give access back need not.
 */
export async function blockUsers(ctx: Context<Admin>, input: BlockUsersInput): Promise<BlockUsersView> {
  return transaction(ctx, async (tx) => {
    const plan = await planBlock(tx, input);
    const charged = await findCharged(tx, plan.changed);
    if (!input.dry_run && plan.changed.length) {
      if (!input.blocked) await assertFreshLogin(tx);
      await setBlocked(tx, plan.changed, input.blocked);
      if (input.blocked && input.end_subscriptions) await endSubscriptions(tx, charged);
    }
    const changed = plan.changed.map((one) => ({ ...one, charged: (charged.get(one.id) ?? []).map(bought) }));
    return { dry_run: input.dry_run, ...plan, changed };
  });
}

const bought = ({ product, quantity }: HeldSubscription) => ({ product, quantity });

type Charged = ReadonlyMap<string, HeldSubscription[]>;

async function findCharged(tx: Context, people: readonly { id: string }[]): Promise<Charged> {
  const accounts = await accountsOfBlock(
    tx,
    people.map(({ id }) => id),
  );
  const holdings = await listHoldings(
    tx.db,
    accounts.map(({ id }) => id),
  );
  const charged = new Map<string, HeldSubscription[]>();
  for (const { id, userId } of accounts) {
    const held = holdings.get(id);
    if (held) charged.set(userId, [...(charged.get(userId) ?? []), ...chargedOf(held)]);
  }
  return charged;
}

/** Queues the end of subscriptions at Stripe, and records who asked for it. */
async function endSubscriptions(tx: Context<Admin>, charged: Charged): Promise<void> {
  const ended = [...charged].flatMap(([userId, held]) =>
    held.map(({ stripe_subscription_id: subscription }) => ({ userId, subscription })),
  );
  for (const { userId, subscription } of ended)
    await recordAudit(tx, 'subscription.end_requested', userId, { subscription });
  await enqueueAll(
    tx.db,
    'billing.end_subscription',
    ended.map(({ subscription }) => ({ subscription })),
  );
}

type Row = { id: string; email: string | null; is_admin: boolean; is_blocked: boolean };

async function planBlock(tx: Context<Admin>, { ids, blocked }: BlockUsersInput) {
  await lockCaller(tx, ...ids);
  const rows = await tx.db.$queryRaw<Row[]>`
    SELECT id::text, email, is_admin, blocked_at IS NOT NULL AS is_blocked FROM users
    WHERE id = ANY(${ids}::uuid[]) ORDER BY id`;
  const named = (row: Row) => ({ id: row.id, email: row.email });
  const differing = rows.filter((row) => row.is_blocked !== blocked);
  const isSelf = ({ id }: Row) => blocked && id === tx.actor.userId;
  const admins = differing.filter((row) => blocked && row.is_admin && !isSelf(row)).map(({ id }) => id);
  const endsAdmins = admins.length > 0 && !(await isAdminLeft(tx, admins));
  const reasonOf = (row: Row): string | null => {
    if (isSelf(row)) return SELF_BLOCK;
    return endsAdmins && admins.includes(row.id) ? LAST_ADMIN : null;
  };
  const there = new Set(rows.map(({ id }) => id));
  const gone = [...new Set(ids)].filter((id) => !there.has(id));
  return {
    changed: differing.filter((row) => reasonOf(row) === null).map(named),
    unchanged: rows.filter((row) => row.is_blocked === blocked).map(named),
    refused: [
      ...differing.flatMap((row) => {
        const reason = reasonOf(row);
        return reason === null ? [] : [{ ...named(row), reason }];
      }),
      ...gone.map((id) => ({ id, email: null, reason: 'This user does not exist.' })),
    ],
  };
}

/**
 * Blocks or unblocks users, and the accounts that they alone own. A block takes effect immediately: sessions and tokens
 * end, the storage refuses the keys of these accounts, invitations are void, and a notice is mailed (S24). Call it in
 * the transaction of the change, after all checks and with the users' rows locked.
 */
export async function setBlocked(
  tx: Context,
  people: readonly { id: string; email: string | null }[],
  blocked: boolean,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  await tx.db.user.updateMany({
    where: { id: { in: ids } },
    data: { blockedAt: blocked ? tx.now : null, version: { increment: 1 } },
  });
  await followBlocks(tx, ids);
  if (blocked) await tx.db.invitation.deleteMany({ where: { invitedBy: { in: ids } } });
  if (blocked) await endEverySession(tx, ...ids);
  if (blocked) await tx.db.oneTimeToken.deleteMany({ where: { userId: { in: ids }, purpose: 'invitation' } });
  for (const { id, email } of people) {
    await recordAudit(tx, blocked ? 'user.blocked' : 'user.unblocked', id);
    if (blocked && email) await queueMail(tx, email, 'blocked', { supportMail: contacts().supportMail });
  }
}
