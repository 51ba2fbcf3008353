import { keyStateOf } from '#lib/billing/plan.ts';
import { transaction, type Context } from '#lib/context.ts';
import { lockInTransaction } from '#lib/db.ts';
import { lockKey } from '#lib/fuzzy-keys/locks.ts';
import { setKeyOwner, setKeyState } from '#lib/fuzzy-keys/service.ts';

/** The kind of difference that a change of each field of a key causes, by the field's name in the audit log. */
const DECIDED_BY: Readonly<Record<string, string>> = {
  userId: 'key_owner',
  rankId: 'key_rank',
  rank: 'key_rank',
  rate: 'key_rate',
  quantity: 'key_quantity',
  forbiddenFlags: 'key_flags',
};
const STATE_ACTIONS: readonly string[] = ['fuzzy_key.deleted', 'fuzzy_key.suspended', 'fuzzy_key.resumed'];

/** The kinds of differences that are intended, because an admin was the last to change that property of the key. */
export async function findAdminChanges(ctx: Context, keyId: number): Promise<ReadonlySet<string>> {
  const events = await ctx.db.auditEvent.findMany({
    where: { targetId: String(keyId), action: { in: [...STATE_ACTIONS, 'fuzzy_key.updated'] } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { action: true, actorKind: true, data: true },
  });
  const actors = new Map<string, string>();
  for (const { action, actorKind, data } of events) {
    const { after = {} } = data as { after?: object };
    const kinds = STATE_ACTIONS.includes(action) ? ['key_off'] : Object.keys(after).map((name) => DECIDED_BY[name]);
    for (const kind of kinds) if (kind) actors.set(kind, actorKind);
  }
  return new Set([...actors.keys()].filter((kind) => actors.get(kind) === 'admin'));
}

/**
 * Returns the key of a subscription to its owner, and switches it on if the subscription is live, unless an admin
 * wanted otherwise. A sync changes neither, because it does not read the audit log.
 */
export async function mendKey(ctx: Context, stripeSubscriptionId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `stripe-subscription:${stripeSubscriptionId}`);
    const row = await tx.db.subscription.findUnique({
      where: { stripeSubscriptionId },
      select: { status: true, user: { select: { id: true, email: true } }, key: { select: { id: true } } },
    });
    if (!row?.key) return;
    await lockInTransaction(tx.db, `billing-user:${row.user.id}`);
    await lockKey(tx.db, row.key.id);
    const intended = await findAdminChanges(tx, row.key.id);
    if (!intended.has('key_owner')) await setKeyOwner(tx, row.key.id, row.user);
    if (keyStateOf(row.status) === 'on' && !intended.has('key_off')) await setKeyState(tx, row.key.id, 'on');
  });
}
