import type { Context } from '#lib/context.ts';

/**
 * Takes a person off their keys, and their address off keys that nobody owns; the keys go on. Returns those they owned.
 */
export async function releaseKeys(
  tx: Context,
  userId: string,
  email: string | null,
): Promise<{ id: number; description: string }[]> {
  const data = { userId: null, email: null, version: { increment: 1 } };
  const owned = await tx.db.fuzzyKey.updateManyAndReturn({
    where: { userId },
    data,
    select: { id: true, description: true },
  });
  if (email) await tx.db.fuzzyKey.updateMany({ where: { userId: null, email }, data });
  return owned;
}
