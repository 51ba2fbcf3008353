import type { Context } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';

/**
 * Changes columns of an account, and returns whether it matched. Until the release that drops these columns from users,
 * a trigger copies them to the first owner, for processes of the release before (docs/decisions/0068). So that row is
 * locked first: users come before accounts.
 */
export async function changeAccounts(
  tx: Context,
  where: Prisma.AccountWhereInput & { id: string },
  data: Prisma.AccountUpdateManyMutationInput,
): Promise<boolean> {
  await tx.db.$queryRaw`SELECT 1 FROM users WHERE id = ${where.id}::uuid FOR NO KEY UPDATE`;
  return (await tx.db.account.updateMany({ where, data })).count > 0;
}
