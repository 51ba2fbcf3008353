import { recordAudit, type AuditAction } from '#lib/audit/audit.ts';
import { transaction, type Context } from '#lib/base/context.ts';
import { seal } from '#lib/base/crypto.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertPair, createKeyPair, keyIdOf } from './key-pair.ts';
import { idsWithOlder, lockKey, olderKeys } from './locks.ts';
import { fuzzyKeyFields, toFuzzyKeyView } from './queries.ts';
import type { CreateFuzzyKeyInput, FuzzyKeyPlanInput, FuzzyKeyView } from './schema.ts';
import type { KeyState } from './views.ts';

/** The purpose that private halves are sealed for. */
export const FUZZY_KEY_PURPOSE = 'fuzzy-key';

/**
 * Creates a key, with its private half sealed. Throws `conflict` if the description or the subscription already has a
 * key.
 */
export async function createFuzzyKey(ctx: Context, input: CreateFuzzyKeyInput): Promise<FuzzyKeyView> {
  const pair = createKeyPair();
  assertPair(pair);
  try {
    return await transaction(ctx, async (tx) => {
      const row = await tx.db.fuzzyKey.create({
        data: {
          description: input.description,
          publicKey: pair.publicKey,
          keyId: keyIdOf(pair.publicKey),
          privateKeySealed: seal(pair.privateKey, FUZZY_KEY_PURPOSE),
          rankId: input.rank,
          quantity: input.quantity,
          rate: input.rate ?? null,
          forbiddenFlags: orderedFlags(input.forbiddenFlags ?? []),
          email: input.email,
          accountId: input.accountId,
          subscriptionId: input.subscriptionId,
          createdAt: ctx.now,
        },
        select: fuzzyKeyFields,
      });
      const view = toFuzzyKeyView(row, ctx.now);
      await recordAudit(tx, 'fuzzy_key.generated', String(row.id), {
        key: row.publicKey,
        ...auditable(view),
      });
      return view;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const what = input.subscriptionId === null ? 'this description' : 'this description or for this subscription';
    throw new DomainError('conflict', `A key with ${what} already exists.`);
  }
}

const ACTION_BY_STATE = {
  on: 'fuzzy_key.resumed',
  suspended: 'fuzzy_key.suspended',
  deleted: 'fuzzy_key.deleted',
} satisfies Record<KeyState, AuditAction>;

/**
 * Sets the state of a key and of the keys it replaced that still work. A key that already has the state stays
 * untouched, without an audit row. A deletion keeps the time of a suspension. Deleting a replaced key ends its grace
 * period. Throws `not_found`.
 */
export async function setKeyState(ctx: Context, id: number, state: KeyState): Promise<FuzzyKeyView> {
  return transaction(ctx, async (tx) => {
    const before = await lockKey(tx.db, id);
    if (before.replacedById === null) for (const older of await olderKeys(tx, id)) await bringInto(tx, older.id, state);
    else if (state === 'deleted' && before.worksUntil && before.worksUntil > ctx.now)
      await tx.db.fuzzyKey.update({ where: { id }, data: { worksUntil: ctx.now } });
    return bringInto(tx, id, state);
  });
}

/** Sets the state of this key alone. */
async function bringInto(tx: Context, id: number, state: KeyState): Promise<FuzzyKeyView> {
  const before = await lockKey(tx.db, id);
  if (storedState(before) === state) return toFuzzyKeyView(before, tx.now);
  const times = {
    on: { suspendedAt: null, deletedAt: null },
    suspended: { suspendedAt: before.suspendedAt ?? tx.now, deletedAt: null },
    deleted: { deletedAt: tx.now },
  }[state];
  const after = await tx.db.fuzzyKey.update({
    where: { id },
    data: { ...times, version: { increment: 1 } },
    select: fuzzyKeyFields,
  });
  await recordAudit(tx, ACTION_BY_STATE[state], String(id), { before: storedState(before), after: state });
  return toFuzzyKeyView(after, tx.now);
}

/** The state that `setKeyState` stored; `keyState` (policy.ts) adds the owner's block and the end of a grace period. */
const storedState = (row: { deletedAt: Date | null; suspendedAt: Date | null }): KeyState =>
  row.deletedAt ? 'deleted' : row.suspendedAt ? 'suspended' : 'on';

/**
 * Applies a plan to a key and to the keys it replaced that still work. What the plan leaves out stays. The audit row
 * names only what changed, because it tells who decided each value; there is none if nothing changes. A deleted key
 * follows, too, so that it has the plan of the day when it is restored. Throws `not_found`.
 */
export async function updateFuzzyKeyPlan(ctx: Context, id: number, input: FuzzyKeyPlanInput): Promise<FuzzyKeyView> {
  return transaction(ctx, async (tx) => {
    const before = toFuzzyKeyView(await lockKey(tx.db, id), tx.now);
    const now = auditable(before);
    const { forbiddenFlags: flags, ...rest } = input;
    const plan: Plan = { ...now, ...rest, ...(flags && { forbiddenFlags: orderedFlags(flags) }) };
    const names = PLAN_FIELDS.filter((name) => JSON.stringify(plan[name]) !== JSON.stringify(now[name]));
    if (!names.length) return before;
    const { rank: rankId, ...others } = plan;
    await tx.db.fuzzyKey.updateMany({
      where: { id: { in: await idsWithOlder(tx, id) } },
      data: { rankId, ...others, version: { increment: 1 } },
    });
    const only = (values: Plan) => Object.fromEntries(names.map((name) => [name, values[name]]));
    await recordAudit(tx, 'fuzzy_key.updated', String(id), { before: only(now), after: only(plan) });
    return toFuzzyKeyView(await lockKey(tx.db, id), tx.now);
  });
}

/**
 * Makes a user the owner of a key and of the keys it replaced that still work, and gives these keys the user's email.
 * Throws `not_found`.
 */
export async function setKeyOwner(
  ctx: Context,
  id: number,
  owner: { id: string; email: string | null },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const before = await lockKey(tx.db, id);
    if (before.accountId === owner.id) return;
    await tx.db.fuzzyKey.updateMany({
      where: { id: { in: await idsWithOlder(tx, id) } },
      data: { accountId: owner.id, email: owner.email, version: { increment: 1 } },
    });
    const userId = { before: { userId: before.accountId }, after: { userId: owner.id } };
    await recordAudit(tx, 'fuzzy_key.updated', String(id), { ...userId, changed: ['email'] });
  });
}

type Plan = Pick<FuzzyKeyView, 'rank' | 'quantity' | 'rate' | 'forbiddenFlags'>;
const PLAN_FIELDS = ['rank', 'quantity', 'rate', 'forbiddenFlags'] as const;
const auditable = ({ rank, quantity, rate, forbiddenFlags }: Plan): Plan => ({ rank, quantity, rate, forbiddenFlags });

const orderedFlags = (flags: readonly number[]) => [...new Set(flags)].sort((a, b) => a - b);
