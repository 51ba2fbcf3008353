import type { Context } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { queueMail } from '#lib/mail/service.ts';
import type { Templates } from '#lib/mail/templates.ts';
import { may, Role, type Permission } from './roles.ts';

const oldest = [{ createdAt: 'asc' }, { userId: 'asc' }] satisfies Prisma.MembershipOrderByWithRelationInput[];

/** Selects, of an account's memberships, the owner who speaks for it where one person is asked for: the first. */
export const firstOwner = {
  where: { role: 'owner' },
  orderBy: oldest,
  take: 1,
  select: { user: { select: { id: true, email: true } } },
} satisfies Prisma.Account$membershipsArgs;

/**
 * `firstOwner` in SQL: the id and the address of the person who speaks for an account. No row without one. Its names are
 * long, because a short one would hide that of the caller's table in `account`.
 */
export const firstOwnerOf = (account: Prisma.Sql) => Prisma.sql`
  (SELECT first_user.id, first_user.email
   FROM memberships first_owner JOIN users first_user ON first_user.id = first_owner.user_id
   WHERE first_owner.account_id = ${account} AND first_owner.role = 'owner'
   ORDER BY first_owner.created_at, first_owner.user_id LIMIT 1)`;

const rolesFor = (permission: Permission): Role[] => Role.options.filter((role) => may(role, permission));

/** The members whom a mail can reach that is about what needs this permission. */
export const whereReachable = (permission: Permission) =>
  ({
    role: { in: rolesFor(permission) },
    user: { email: { not: null }, emailVerifiedAt: { not: null }, blockedAt: null },
  }) satisfies Prisma.MembershipWhereInput;

/** The address of the first owner of an account, for what has one address only; null without one. */
export async function ownerEmailOf({ db }: Context, accountId: string): Promise<string | null> {
  const account = await db.account.findUnique({ where: { id: accountId }, select: { memberships: firstOwner } });
  return account?.memberships[0]?.user.email ?? null;
}

/**
 * Queues a mail to each member of an account who may do what the mail is about: what is paid goes to owners and the
 * billing role, what is operated to owners and the technical role. Returns the number of mails.
 */
export async function mailAccount<N extends keyof Templates>(
  tx: Context,
  { accountId, permission }: { accountId: string; permission: Permission },
  template: N,
  props: Templates[N],
): Promise<number> {
  const members = await tx.db.membership.findMany({
    where: { accountId, role: { in: rolesFor(permission) }, user: { email: { not: null } } },
    orderBy: oldest,
    select: { user: { select: { email: true } } },
  });
  const addresses = members.flatMap(({ user }) => user.email ?? []);
  for (const to of addresses) await queueMail(tx, to, template, props);
  return addresses.length;
}
