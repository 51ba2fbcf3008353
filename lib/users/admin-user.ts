import { findOwnedAccounts } from '#lib/accounts/acting-for.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { choosePlan } from '#lib/billing/counting-plan.ts';
import { keyState } from '#lib/fuzzy-keys/policy.ts';
import type { AdminSubscriptionView, AdminUserView, CountingPlanView } from './views.ts';

const keyFields = {
  publicKey: true,
  description: true,
  quantity: true,
  suspendedAt: true,
  deletedAt: true,
  privateKeySealed: true,
} satisfies Prisma.FuzzyKeySelect;

/** The columns that `toAdminUserView` reads. */
export const adminUserFields = {
  id: true,
  email: true,
  emailVerifiedAt: true,
  isAdmin: true,
  country: true,
  blockedAt: true,
  notes: true,
  version: true,
  passwordHash: true,
  totpEnabledAt: true,
  createdAt: true,
  lastSeenAt: true,
  // What the user owns. A user who left their first account owns another.
  memberships: {
    where: { role: 'owner' },
    orderBy: [{ createdAt: 'asc' }, { accountId: 'asc' }],
    select: {
      account: {
        select: {
          id: true,
          stripeCustomerId: true,
          dailyLimit: true,
          blockedAt: true,
          customKey: true,
          _count: { select: { memberships: { where: { role: 'owner' } } } },
          subscriptions: {
            orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
            select: {
              stripeSubscriptionId: true,
              status: true,
              startedAt: true,
              cancelAt: true,
              stripeProductId: true,
              productName: true,
              quantity: true,
              key: { select: keyFields },
            },
          },
          fuzzyKeys: {
            where: { subscriptionId: null, deletedAt: null, replacedById: null },
            orderBy: { id: 'asc' },
            select: keyFields,
          },
        },
      },
    },
  },
} satisfies Prisma.UserSelect;

type UserRow = Prisma.UserGetPayload<{ select: typeof adminUserFields }>;
type Held = UserRow['memberships'][number]['account'];
type KeyRow = Held['fuzzyKeys'][number];
type Owner = Pick<Held, 'blockedAt'>;

/** The accounts of the user. Prisma reads them in a separate statement, so one may be gone by then, against its types. */
const accountsOf = (user: UserRow): Held[] => user.memberships.flatMap(({ account }) => (account as Held | null) ?? []);

/** A user as admins see them, without hashes and secrets (S54). Limit, key and plan are those of their `ownedAccount`. */
export function toAdminUserView(user: UserRow, ownedId: string | undefined): AdminUserView {
  const accounts = accountsOf(user);
  const meant = accounts.find(({ id }) => id === ownedId);
  return {
    id: user.id,
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    is_admin: user.isAdmin,
    country: user.country,
    has_stripe: accounts.some((account) => account.stripeCustomerId !== null && account._count.memberships === 1),
    custom_limits: {
      daily_limit: meant?.dailyLimit ?? null,
      is_blocked: user.blockedAt !== null,
      custom_key: meant?.customKey ?? null,
      notes: user.notes,
    },
    subscriptions: [
      ...accounts.flatMap((account) => account.subscriptions.map((row) => toSubscriptionView(row, account))),
      ...accounts.flatMap((account) => account.fuzzyKeys.map((key) => toManualView(key, account))),
    ],
    plan: meant ? planOf(meant) : null,
    version: user.version,
    has_password: user.passwordHash !== null,
    has_two_factor: user.totpEnabledAt !== null,
    blocked_at: user.blockedAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
  };
}

function planOf(held: Held): CountingPlanView | null {
  const subscriptions = held.subscriptions.map((row) => ({
    ...row,
    id: row.stripeSubscriptionId,
    started_at: row.startedAt.toISOString(),
  }));
  const bought = held.subscriptions.flatMap(({ key, stripeSubscriptionId }) =>
    key ? [{ ...key, subscription_id: stripeSubscriptionId }] : [],
  );
  const keys = [...bought, ...held.fuzzyKeys.map((key) => ({ ...key, subscription_id: null }))].map((key) => ({
    ...key,
    public_key: key.publicKey,
    usable: stateOf(key, held) === 'on',
  }));
  const { subscription, key, others } = choosePlan(subscriptions, keys, held.customKey);
  if (!subscription && !key) return null;
  return {
    product: subscription?.productName ?? null,
    status: subscription?.status ?? 'active',
    quantity: subscription?.quantity ?? key?.quantity ?? 1,
    public_key: key?.publicKey ?? null,
    cancel_at: subscription?.cancelAt?.toISOString() ?? null,
    others: others.length,
  };
}

/** Users as admins see them, by id. Those who do not exist are left out. */
export async function findAdminUsers(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, AdminUserView>> {
  const users = await db.user.findMany({ where: { id: { in: [...ids] } }, select: adminUserFields });
  const owned = await findOwnedAccounts(db, ids);
  return new Map(users.map((user) => [user.id, toAdminUserView(user, owned.get(user.id))]));
}

/** One user as admins see them. Throws `not_found`. */
export async function getAdminUser(db: Db, id: string): Promise<AdminUserView> {
  const user = (await findAdminUsers(db, [id])).get(id);
  if (!user) throw noSuchUser();
  return user;
}

export const noSuchUser = () => new DomainError('not_found', 'This user does not exist.');

const toSubscriptionView = (row: Held['subscriptions'][number], owner: Owner): AdminSubscriptionView => ({
  stripe_subscription_id: row.stripeSubscriptionId,
  stripe_subscription_status: row.status,
  stripe_product_id: row.stripeProductId,
  stripe_quantity: row.quantity,
  product: row.productName,
  cancel_at: row.cancelAt?.toISOString() ?? null,
  ...keyColumns(row.key, row.quantity, owner),
});

const toManualView = (key: KeyRow, owner: Owner): AdminSubscriptionView => ({
  stripe_subscription_id: null,
  stripe_subscription_status: null,
  stripe_product_id: null,
  stripe_quantity: null,
  product: null,
  cancel_at: null,
  ...keyColumns(key, key.quantity, owner),
});

const keyColumns = (key: KeyRow | null, quantity: number, owner: Owner) => ({
  public_key: key?.publicKey ?? null,
  quantity: key?.quantity ?? quantity,
  key_description: key?.description ?? null,
  key_state: key && stateOf(key, owner),
  is_external: key !== null && key.privateKeySealed === null,
});

/** Replaced keys are not read, so no key here is in a grace period, and the time passed in does not matter. */
const stateOf = (key: KeyRow, account: Owner) => keyState({ ...key, worksUntil: null, account }, new Date(0));
