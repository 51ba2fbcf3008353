import { expect, test } from 'vitest';
import { db, type Db } from '#lib/base/db/db.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow } from '#lib/testing/factories.ts';
import { findInDatabase } from '#lib/testing/find-in-database.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { createFreshAdmin, createSignedInUser } from '#lib/testing/signed-in.ts';
import { getAdminUser } from '#lib/users/admin-user.ts';
import { deleteOwnAccount } from './delete-own-account.ts';
import { deleteUser } from './delete-user.ts';

/** A founder and a second owner of a company that pays, with a key and a token that the founder made. */
async function company(store: Db) {
  const [founder, second] = [await createSignedInUser(store), await createSignedInUser(store)];
  const { id } = founder;
  await store.account.update({ where: { id }, data: { stripeCustomerId: `cus_${id}` } });
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

const leave = {
  'who deletes their login': ({ ctx, email }: Person) => deleteOwnAccount(ctx, { email }),
  'whom an admin deletes': async ({ ctx, id, email }: Person) =>
    deleteUser(await createFreshAdmin(ctx.db), id, { email }),
};
type Person = Awaited<ReturnType<typeof createSignedInUser>>;

test.each(Object.entries(leave))('mails the other owners, and no viewer, about a person %s', (_who, act) =>
  inRollback(async (store) => {
    const { id, founder, second } = await company(store);
    const viewer = await createSignedInUser(store);
    await store.membership.create({ data: { accountId: id, userId: viewer.id, role: 'viewer' } });
    await act(founder);
    expect(await mailsTo(second.email, store)).toMatchObject([
      { template: 'member_left', text: expect.stringContaining(`${founder.email} left ${second.email}`) },
    ]);
    expect(await mailsTo(viewer.email, store)).toEqual([]);
    expect((await mailsTo(founder.email, store)).map(({ template }) => template)).toEqual(['account_deleted']);
    const rows = await store.auditEvent.findMany({ where: { targetId: id }, orderBy: { action: 'asc' } });
    expect(rows).toMatchObject([
      { action: 'account.member_removed', data: { account: id, role: 'owner' } },
      { action: 'user.deleted', data: { keys: [] } },
    ]);
  }),
);

test('sends the invoices of the person who was deleted to the next owner, and keeps their address nowhere', () =>
  inRollback(async (store) => {
    const { id, founder, held } = await company(store);
    const { email } = founder;
    await store.buyer.create({
      data: { accountId: id, kind: 'company', invoiceEmail: email, poNumber: `PO ${email}` },
    });
    await createKeyRow(store, { accountId: id, email, description: `Manual ${email}` });
    await deleteOwnAccount(founder.ctx, { email });
    expect(await findInDatabase(store, [email])).toEqual([]);
    expect(await queuedJobs(store, 'billing.follow_email')).toEqual([{ userId: id }]);
    expect(await store.fuzzyKey.count({ where: { accountId: id, deletedAt: null } })).toBe(2);
    expect(await held()).toMatchObject({ account: `cus_${id}` });
  }));

test('mails no owner about a person who was in no other account', () =>
  inRollback(async (store) => {
    const alone = await createSignedInUser(store);
    await deleteOwnAccount(alone.ctx, { email: alone.email });
    expect((await queuedJobs(store, 'mail.send')).map(({ template }) => template)).toEqual(['account_deleted']);
    expect(await store.account.count({ where: { id: alone.id } })).toBe(0);
  }));

test.each([
  ['ends the account with its key', 'canceled', 2],
  ['leaves one owner, who still pays', 'active', 1],
] as const)('%s when its two owners are deleted at the same time', async (_what, status, deleted) => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await createSignedInUser(db()), await createSignedInUser(db())];
    await db().membership.create({ data: { accountId: one.id, userId: other.id, role: 'owner' } });
    await createSubscriptionRow(db(), { accountId: one.id, status });
    const key = await createKeyRow(db(), { accountId: one.id });
    const admin = await createFreshAdmin(db());
    const results = await Promise.allSettled([
      deleteOwnAccount(one.ctx, { email: one.email }),
      round % 2 ? deleteUser(admin, other.id, other) : deleteOwnAccount(other.ctx, { email: other.email }),
    ]);
    expect(results.filter(({ status: how }) => how === 'fulfilled')).toHaveLength(deleted);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    const owners = await db().membership.count({ where: { accountId: one.id, role: 'owner' } });
    expect([owners, await db().account.count({ where: { id: one.id } })]).toEqual(deleted === 2 ? [0, 0] : [1, 1]);
    expect(await db().fuzzyKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      accountId: deleted === 2 ? null : one.id,
    });
  }
});
