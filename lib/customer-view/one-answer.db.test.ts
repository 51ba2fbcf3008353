import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { findEntitlement } from '#lib/billing/entitlement.ts';
import { getBilling } from '#lib/billing/overview/overview.ts';
import { findOwnKeyId, getKeyIdOf, getUserDetails, getUserStatus } from '#lib/billing/queries.ts';
import { getStanding } from '#lib/standing/read-standing.ts';
import { adminContext, subscriberContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { findReadKeys } from '#lib/usage-tokens/keys.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const NO_RATE = null;
const rateOf = (daily: number) => daily / 86_400;

type Expected = {
  product: string | null;
  /** what the claims of applications call the plan */
  plan: string | null;
  daily: number | null;
  /** further live subscriptions */
  others?: number;
};
type Keys = { counting: { id: number; publicKey: string } | null };

/** What each place says about what a customer has. */
async function everyAnswer(db: Db, userId: string) {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const ctx = subscriberContext(db, user);
  const admin = adminContext(db);
  const { plan, usage_limit: limit } = await getUserStatus(ctx);
  const billing = await getBilling(ctx);
  const row = await getAdminUser(db, userId);
  return {
    products: [plan.product, billing.subscription?.product ?? null, row.plan?.product ?? null],
    keys: [plan.key, row.plan?.public_key ?? null, (await getUserDetails(admin, userId)).plan.key],
    keyIds: [await findOwnKeyId(ctx), await getKeyIdOf(admin, userId)],
    limits: [limit.daily, (await getStanding(ctx)).limit.daily],
    others: [billing.other_subscriptions.length, row.plan?.others ?? 0],
    plan: (await findEntitlement(db, userId))?.plan ?? null,
    keyLimit: (await findReadKeys({ ...ctx, actor: { kind: 'token', accountId: userId, tokenId: '' } as never })).find(
      ({ label }) => plan.key?.startsWith(label),
    )?.limit.daily,
  };
}

const ENTERPRISE = { productName: 'Premium access (enterprise)', plan: null, flags: ['unknown_price'] };
const SCALE = { productName: 'Premium access', plan: 'scale', startedAt: daysAgo(9) };
const PERSONAL = { productName: 'Personal usage', plan: 'personal', startedAt: daysAgo(1) };
const MANUAL = { daily: null, plan: 'manual', product: null };

test.each<[string, (db: Db, userId: string) => Promise<Keys>, Expected]>([
  [
    'an Enterprise price with a key made by hand',
    async (db, userId) => {
      await createSubscriptionRow(db, { accountId: userId, ...ENTERPRISE });
      return { counting: await createKeyRow(db, { accountId: userId, rate: rateOf(900_000) }) };
    },
    { product: 'Premium access (enterprise)', plan: null, daily: 900_000 },
  ],
  [
    'a second live subscription without a key',
    async (db, userId) => {
      const { id: subscriptionId } = await createSubscriptionRow(db, { accountId: userId, ...SCALE });
      await createSubscriptionRow(db, { accountId: userId, ...PERSONAL });
      return { counting: await createKeyRow(db, { accountId: userId, subscriptionId, rate: rateOf(200_000) }) };
    },
    { product: 'Premium access', plan: 'scale', daily: 200_000, others: 1 },
  ],
  [
    'a manual key, and a bank debit that is pending',
    async (db, userId) => {
      await createSubscriptionRow(db, { accountId: userId, ...PERSONAL, awaitsPayment: true });
      return { counting: await createKeyRow(db, { accountId: userId, rate: rateOf(5000) }) };
    },
    { product: 'Personal usage', plan: 'manual', daily: 5000 },
  ],
  [
    'a custom key beside a newer one',
    async (db, userId) => {
      const custom = await createKeyRow(db, { accountId: userId, rate: NO_RATE });
      await createKeyRow(db, { accountId: userId });
      await db.account.update({ where: { id: userId }, data: { customKey: custom.publicKey } });
      return { counting: custom };
    },
    MANUAL,
  ],
  [
    'an ended subscription and a manual key',
    async (db, userId) => {
      await createSubscriptionRow(db, { accountId: userId, ...SCALE, status: 'canceled' });
      return { counting: await createKeyRow(db, { accountId: userId }) };
    },
    MANUAL,
  ],
])('every place says the same of %s', (_name, make, expected) =>
  inRollback(async (db) => {
    const { id } = await createUserRow(db);
    const { counting } = await make(db, id);
    const said = await everyAnswer(db, id);
    const { product, plan, daily, others = 0 } = expected;
    expect(said).toEqual({
      products: [product, product, product],
      keys: [counting?.publicKey, counting?.publicKey, counting?.publicKey],
      keyIds: [counting?.id, counting?.id],
      limits: [daily, daily],
      others: [others, others],
      plan,
      keyLimit: daily,
    });
  }),
);
