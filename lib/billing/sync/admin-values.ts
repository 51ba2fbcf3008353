import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context, type System } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { PLANS, type PlanName } from '#lib/billing/plan.ts';
import { findAdminChanges } from '#lib/billing/reconcile/mend-key.ts';
import type { SyncInput } from '#lib/billing/schema.ts';
import { lockKey } from '#lib/fuzzy-keys/locks.ts';
import { fuzzyKeyFields, toFuzzyKeyView } from '#lib/fuzzy-keys/queries.ts';
import type { FuzzyKeyView } from '#lib/fuzzy-keys/schema.ts';
import { updateFuzzyKeyPlan } from '#lib/fuzzy-keys/service.ts';
import type { PlanValue } from '#lib/users/views.ts';
import { keyPlanOf } from './key-plan.ts';

/** For each value that a key gets from its plan: its name for admins, and the kind of difference. */
const VALUES = {
  rank: ['rank', 'key_rank'],
  rate: ['rate', 'key_rate'],
  quantity: ['quantity', 'key_quantity'],
  forbiddenFlags: ['flags', 'key_flags'],
} as const satisfies Record<string, readonly [PlanValue, string]>;
type Name = keyof typeof VALUES;

const APPLIED: System = { kind: 'system', job: 'billing.apply_plan' };

const boughtFields = { plan: true, quantity: true, stripeSubscriptionId: true } as const;
const planOf = ({ plan, quantity }: { plan: string | null; quantity: number }) =>
  keyPlanOf(plan ? PLANS[plan as PlanName] : null, quantity);

/** For each of a user's subscriptions: the values of its key that differ from the plan because an admin set them. */
export async function listAdminValues(ctx: Context, accountId: string): Promise<Record<string, PlanValue[]>> {
  const rows = await ctx.db.subscription.findMany({
    where: { accountId, key: { deletedAt: null } },
    select: { ...boughtFields, key: { select: fuzzyKeyFields } },
  });
  const found: Record<string, PlanValue[]> = {};
  for (const { stripeSubscriptionId, key, ...bought } of rows) {
    const names = key ? differing(toFuzzyKeyView(key, ctx.now), planOf(bought)) : [];
    if (!key || !names.length) continue;
    const intended = await findAdminChanges(ctx, key.id);
    const values = names.map((name) => VALUES[name]).flatMap(([value, kind]) => (intended.has(kind) ? [value] : []));
    if (values.length) found[stripeSubscriptionId] = values;
  }
  return found;
}

/** The names of the values that differ. Flags have no order. */
function differing(key: FuzzyKeyView, plan: ReturnType<typeof planOf>): Name[] {
  const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return (Object.keys(plan) as Name[]).filter((name) => textOf(plan[name]) !== textOf(key[name]));
}

/**
 * Gives a subscription's key the values of its plan, so that it follows the plan again. Throws
 * `not_found` for a subscription without a key, and `conflict` for a deleted key.
 */
export async function applyPlan(ctx: Context<Admin>, { subscription }: SyncInput): Promise<{ status: 'ok' }> {
  return transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `stripe-subscription:${subscription}`);
    const row = await tx.db.subscription.findUnique({
      where: { stripeSubscriptionId: subscription },
      select: { ...boughtFields, accountId: true, key: { select: { id: true } } },
    });
    if (!row?.key) throw new DomainError('not_found', 'This subscription has no key here. Check the id.');
    await lockInTransaction(tx.db, `billing-user:${row.accountId}`);
    if ((await lockKey(tx.db, row.key.id)).deletedAt)
      throw new DomainError('conflict', 'This key is deleted. Restore it first.');
    // As the system, because the values are the plan's from now on (mend-key.ts).
    await updateFuzzyKeyPlan({ ...tx, actor: APPLIED }, row.key.id, planOf(row));
    await recordAudit(tx, 'fuzzy_key.plan_applied', String(row.key.id), { subscription });
    return { status: 'ok' };
  });
}
