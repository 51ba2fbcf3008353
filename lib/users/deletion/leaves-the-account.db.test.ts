import { expect, test } from 'vitest';
import type { Db } from '#lib/base/db/db.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow } from '#lib/testing/factories.ts';
import { createFreshAdmin, createSignedInUser } from '#lib/testing/signed-in.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { deleteUser } from './delete-user.ts';

/** A founder and a second owner of a company that pays, with a key and a token that the founder made. */
async function company(store: Db) {
  const [founder, second] = [await createSignedInUser(store), await createSignedInUser(store)];
  const { id } = founder;
  await store.user.update({ where: { id }, data: { stripeCustomerId: `cus_${id}` } });
  await store.membership.create({ data: { accountId: id, userId: second.id, role: 'owner' } });
  const { id: subscriptionId } = await createSubscriptionRow(store, { accountId: id });
  const key = await createKeyRow(store, { accountId: id, subscriptionId });
  const made = { name: 'Grafana', prefix: 'x', tokenHash: Buffer.from(id) };
  await store.usageToken.create({ data: { ...made, accountId: id, createdBy: id } });
  const held = async () => ({
    account: (await store.account.findUnique({ where: { id } }))?.stripeCustomerId,
    owners: (await store.membership.findMany({ where: { accountId: id } })).map(({ userId }) => userId),
    key: (await store.fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).accountId,
    tokens: await store.usageToken.findMany({ where: { accountId: id }, select: { name: true, createdBy: true } }),
    subscriptions: await store.subscription.count({ where: { accountId: id } }),
  });
  return { id, founder, second, held };
}

test('a founder who is deleted leaves the account with key, plan and tokens to its other owner', () =>
  inRollback(async (store) => {
    const { id, founder, second, held } = await company(store);
    const kept = { account: `cus_${id}`, key: id, subscriptions: 1 };
    expect(await held()).toMatchObject({ ...kept, owners: [id, second.id], tokens: [{ createdBy: id }] });
    await deleteOwnAccount(founder.ctx, { email: founder.email });
    expect(await store.user.count({ where: { id } })).toBe(0);
    const tokens = [{ name: 'Grafana', createdBy: null }];
    expect(await held()).toEqual({ ...kept, owners: [second.id], tokens });
  }));

test('the last owner of a Stripe customer cannot be deleted, and is shown as having one', () =>
  inRollback(async (store) => {
    const { founder, second, held, id } = await company(store);
    const hasStripe = async (user: { id: string }) => (await getAdminUser(store, user.id)).has_stripe;
    expect([await hasStripe(founder), await hasStripe(second)]).toEqual([false, false]);
    await deleteUser(await createFreshAdmin(store), founder.id, { email: founder.email });
    expect(await hasStripe(second)).toBe(true);
    const refused = { code: 'conflict' };
    await expect(deleteUser(await createFreshAdmin(store), second.id, { email: second.email })).rejects.toMatchObject(
      refused,
    );
    await expect(deleteOwnAccount(second.ctx, { email: second.email })).rejects.toMatchObject(refused);
    expect(await held()).toMatchObject({ account: `cus_${id}`, owners: [second.id], subscriptions: 1 });
  }));

test('a member who is deleted, or a founder who has left, takes nothing of the account along', () =>
  inRollback(async (store) => {
    const { id, founder, second, held } = await company(store);
    const viewer = await createSignedInUser(store);
    await store.membership.create({ data: { accountId: id, userId: viewer.id, role: 'viewer' } });
    await deleteOwnAccount(viewer.ctx, { email: viewer.email });
    await store.membership.delete({ where: { accountId_userId: { accountId: id, userId: founder.id } } });
    await deleteOwnAccount(founder.ctx, { email: founder.email });
    expect(await held()).toMatchObject({ account: `cus_${id}`, key: id, owners: [second.id], subscriptions: 1 });
  }));
