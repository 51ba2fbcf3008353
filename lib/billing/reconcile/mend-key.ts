import type { AuditAction } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { keyStateOf, PLANS, type PlanName } from '#lib/billing/plan.ts';
import { keyPlanOf } from '#lib/billing/sync/key-plan.ts';
import { ownerFields, toOwner } from '#lib/billing/sync/owner.ts';
import { lockKey } from '#lib/fuzzy-keys/locks.ts';
import { setKeyOwner, setKeyState, updateFuzzyKeyPlan } from '#lib/fuzzy-keys/service.ts';

/** For each field of a key, by its name in the audit log: the kind of difference that a change of the field causes. */
const DECIDED_BY: Readonly<Record<string, string>> = {
  userId: 'key_owner',
  rankId: 'key_rank',
  rank: 'key_rank',
  rate: 'key_rate',
  quantity: 'key_quantity',
  forbiddenFlags: 'key_flags',
};
const PLAN_KINDS = new Set(Object.values(DECIDED_BY).filter((kind) => kind !== 'key_owner'));
const PLAN_APPLIED = 'fuzzy_key.plan_applied' satisfies AuditAction;
const STATE_ACTIONS: readonly string[] = ['fuzzy_key.deleted', 'fuzzy_key.suspended', 'fuzzy_key.resumed'];

/**
 * The kinds of differences that are intended, because an admin was the last to change that property of the key, or of a
 * key that it replaced: a rotation copies all but the state.
 */
export async function findAdminChanges(ctx: Context, keyId: number): Promise<ReadonlySet<string>> {
  const events = await ctx.db.auditEvent.findMany({
    where: {
      targetId: { in: (await replacedIds(ctx, keyId)).map(String) },
      action: { in: [...STATE_ACTIONS, 'fuzzy_key.updated', PLAN_APPLIED] },
    },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    select: { action: true, actorKind: true, data: true, targetId: true },
  });
  const actors = new Map<string, string>();
  for (const { action, actorKind, data, targetId } of events) {
    const isState = STATE_ACTIONS.includes(action);
    if (isState && targetId !== String(keyId)) continue;
    if (action === PLAN_APPLIED) for (const kind of PLAN_KINDS) actors.delete(kind);
    const { after = {} } = data as { after?: object };
    const kinds = isState ? ['key_off'] : Object.keys(after).map((name) => DECIDED_BY[name]);
    for (const kind of kinds) if (kind) actors.set(kind, actorKind);
  }
  return new Set([...actors.keys()].filter((kind) => actors.get(kind) === 'admin'));
}

/** The ids of a key and of all keys that it replaced. */
async function replacedIds(ctx: Context, keyId: number): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    WITH RECURSIVE chain AS (
      SELECT ${keyId}::int AS id UNION SELECT k.id FROM fuzzy_keys k JOIN chain ON k.replaced_by_id = chain.id)
    SELECT id FROM chain`;
  return rows.map(({ id }) => id);
}

/**
 * Returns the key of a subscription to its owner, gives it the plan's values, and switches it on if the subscription is
 * live, unless an admin wanted otherwise. A sync does none of this, because it does not read the audit log.
 */
export async function mendKey(ctx: Context, stripeSubscriptionId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `stripe-subscription:${stripeSubscriptionId}`);
    const row = await tx.db.subscription.findUnique({
      where: { stripeSubscriptionId },
      select: {
        status: true,
        plan: true,
        quantity: true,
        account: { select: ownerFields },
        key: { select: { id: true } },
      },
    });
    if (!row?.key) return;
    await lockInTransaction(tx.db, `billing-user:${row.account.id}`);
    await lockKey(tx.db, row.key.id);
    const intended = await findAdminChanges(tx, row.key.id);
    if (!intended.has('key_owner')) await setKeyOwner(tx, row.key.id, toOwner(row.account));
    if (keyStateOf(row.status) === 'on' && !intended.has('key_off')) await setKeyState(tx, row.key.id, 'on');
    const wanted = Object.entries(keyPlanOf(row.plan ? PLANS[row.plan as PlanName] : null, row.quantity));
    const free = wanted.filter(([name]) => !intended.has(DECIDED_BY[name] ?? ''));
    await updateFuzzyKeyPlan(tx, row.key.id, Object.fromEntries(free));
  });
}
