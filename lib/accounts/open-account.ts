import type { Db, Prisma } from '#lib/base/db/db.ts';

/**
 * Opens the account of a new user, with the user's id and owned by them, in the transaction that inserts the user. Until
 * the release that drops it, a trigger has already done so for processes of the release before (docs/decisions/0068).
 */
export async function openAccount(
  db: Db,
  { id, createdAt }: { id: string; createdAt: Date },
  settings: Omit<Prisma.AccountUpdateManyMutationInput, 'id' | 'createdAt'> = {},
): Promise<void> {
  await db.$executeRaw`
    WITH opened AS (INSERT INTO accounts (id, created_at) VALUES (${id}::uuid, ${createdAt}) ON CONFLICT DO NOTHING)
    INSERT INTO memberships (account_id, user_id, role, created_at)
    VALUES (${id}::uuid, ${id}::uuid, 'owner', ${createdAt}) ON CONFLICT DO NOTHING`;
  if (Object.keys(settings).length) await db.account.updateMany({ where: { id }, data: settings });
}
