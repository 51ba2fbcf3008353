import type { Context, Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { olderKeys } from './locks.ts';
import type { OwnKeyView } from './views.ts';

/** One of the caller's keys, with the keys that it replaced and that still work. Throws `not_found`. */
export async function getOwnKey(ctx: Context<Member>, publicKey: string): Promise<OwnKeyView> {
  const key = await ctx.db.fuzzyKey.findFirst({
    where: { publicKey, accountId: ctx.actor.accountId },
    select: { id: true, privateKeySealed: true, createdAt: true, lastUsedAt: true },
  });
  if (!key) throw new DomainError('not_found', 'This key does not exist.');
  const ids = (await olderKeys(ctx, key.id)).map(({ id }) => id);
  const older = await ctx.db.fuzzyKey.findMany({
    where: { id: { in: ids }, deletedAt: null },
    orderBy: { id: 'desc' },
    select: { publicKey: true, worksUntil: true, lastUsedAt: true },
  });
  return {
    public_key: publicKey,
    is_external: key.privateKeySealed === null,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    old_keys: older.map((old) => ({
      public_key: old.publicKey,
      works_until: old.worksUntil?.toISOString() ?? '',
      last_used_at: old.lastUsedAt?.toISOString() ?? null,
    })),
  };
}
