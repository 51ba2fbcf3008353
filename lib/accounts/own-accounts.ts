import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { firstOwner } from './recipients.ts';
import { Role } from './roles.ts';
import type { AccountsView } from './views.ts';

/** The accounts that the caller may act for; what they joined first comes first. */
export async function listAccounts({ db, actor }: Context<Member>): Promise<AccountsView> {
  const rows = await db.membership.findMany({
    where: { userId: actor.userId },
    orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
    select: {
      accountId: true,
      role: true,
      account: { select: { name: true, memberships: firstOwner } },
    },
  });
  return {
    accounts: rows.map(({ accountId: id, role, account }) => ({
      id,
      name: nameOf(account),
      role: Role.parse(role),
      is_current: id === actor.accountId,
    })),
  };
}

type Named = { name: string | null; memberships: { user: { email: string | null } }[] };
/** What people call an account: its name or, without one, the address of its first owner. */
export const nameOf = ({ name, memberships }: Named): string => name ?? memberships[0]?.user.email ?? 'An account';

/** What people call the account with this id, which must exist. */
export const findAccountName = async ({ db }: Context, id: string): Promise<string> =>
  nameOf(await db.account.findUniqueOrThrow({ where: { id }, select: { name: true, memberships: firstOwner } }));

/** The caller's session acts for this account from the next request on. Throws `not_found` unless the caller is a member. */
export async function chooseAccount(ctx: Context<Member>, accountId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { userId, sessionId } = tx.actor;
    if (!(await tx.db.membership.count({ where: { accountId, userId } })))
      throw new DomainError('not_found', 'This account does not exist.');
    await tx.db.signInSession.updateMany({ where: { id: sessionId, userId }, data: { accountId } });
  });
}
