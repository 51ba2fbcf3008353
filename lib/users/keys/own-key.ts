import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { getUserStatus } from '#lib/billing/queries.ts';
import { getOwnKey } from '#lib/fuzzy-keys/own-key.ts';
import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import type { RotateOwnKeyInput } from '#lib/fuzzy-keys/schema.ts';
import type { OwnKeyView } from '#lib/fuzzy-keys/views.ts';

/** The caller's key, and the older keys that still work. Throws `not_found` if the caller has no key. */
export async function getCurrentKey(ctx: Context<Member>): Promise<OwnKeyView> {
  return getOwnKey(ctx, await currentKeyOf(ctx));
}

/**
 * Rotates the caller's key. Throws `reauthentication_required`, `not_found` if the caller has no key, and `conflict` as
 * `rotateFuzzyKey` does.
 */
export async function rotateOwnKey(ctx: Context<Member>, { grace }: RotateOwnKeyInput): Promise<OwnKeyView> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const { description } = await tx.db.fuzzyKey.findUniqueOrThrow({
      where: { publicKey: await currentKeyOf(tx), accountId: tx.actor.accountId },
      select: { description: true },
    });
    return getOwnKey(tx, (await rotateFuzzyKey(tx, { description, grace })).key);
  });
}

async function currentKeyOf(ctx: Context<Member>): Promise<string> {
  const { plan } = await getUserStatus(ctx);
  if (plan.key === null) throw new DomainError('not_found', 'You have no API key.');
  return plan.key;
}
