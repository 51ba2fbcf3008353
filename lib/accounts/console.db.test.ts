import { expect, test } from 'vitest';
import { getInbox } from '#lib/admin/inbox/inbox.ts';
import { getTimeline, TimelineQuery } from '#lib/admin/timeline/timeline.ts';
import { getUserDetail } from '#lib/admin/user-detail.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import type { Db } from '#lib/base/db/db.ts';
import { getUserDetails } from '#lib/billing/queries.ts';
import { listMovements, MovementQuery } from '#lib/billing/revenue/movements.ts';
import { startCustomerView } from '#lib/customer-view/service.ts';
import { getKeyRow } from '#lib/fuzzy-keys/console/key-rows.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { handOver } from './console.ts';

const reason = 'The founder left the company, ticket 1234';

/** A company that bought, and a second person. */
async function createCompany(db: Db) {
  const [founder, second] = [await createUserRow(db), await createUserRow(db)];
  const subscription = await createSubscriptionRow(db, { accountId: founder.id, status: 'past_due' });
  const key = await createKeyRow(db, { accountId: founder.id, subscriptionId: subscription.id });
  return { founder, second, subscription, key, email: second.email ?? '' };
}

test('makes a user an owner, tells all owners the reason, and keeps it beside the member', () =>
  inRollback(async (db) => {
    const { founder, second, email } = await createCompany(db);
    const ctx = await createFreshAdmin(db);
    await handOver(ctx, founder.id, { email, reason });
    const { accounts } = await getUserDetail(ctx, second.id);
    expect(accounts.map(({ id, name, role }) => ({ id, name, role }))).toEqual([
      { id: second.id, name: email, role: 'owner' },
      { id: founder.id, name: founder.email, role: 'owner' },
    ]);
    expect(accounts[1]?.members).toMatchObject([
      { user_id: founder.id, role: 'owner', admin_reason: null },
      { user_id: second.id, role: 'owner', admin_reason: reason },
    ]);
    for (const owner of [founder.email ?? '', email])
      expect(await mailsTo(owner, db)).toMatchObject([
        { template: 'owner_added', text: expect.stringContaining(reason) },
      ]);
    expect(await db.auditEvent.findMany({ where: { action: 'account.handed_over' } })).toMatchObject([
      { targetId: second.id, actorId: ctx.actor.userId, data: { account: founder.id, before: null } },
    ]);
  }));

test.each([
  ['an unknown address', {}, 'nobody@example.com'],
  ['an address that is not verified', { emailVerifiedAt: null }, null],
  ['a blocked user', { blockedAt: new Date() }, null],
])('refuses %s', (_what, data, address) =>
  inRollback(async (db) => {
    const { founder, second, email } = await createCompany(db);
    await db.user.update({ where: { id: second.id }, data });
    const asked = handOver(await createFreshAdmin(db), founder.id, { email: address ?? email, reason });
    await expect(asked).rejects.toMatchObject({ code: 'conflict' });
  }),
);

test('refuses a user who is an owner already, and an unknown account', () =>
  inRollback(async (db) => {
    const { founder, second } = await createCompany(db);
    const ctx = await createFreshAdmin(db);
    const asked = handOver(ctx, founder.id, { email: founder.email ?? '', reason });
    await expect(asked).rejects.toMatchObject({ code: 'conflict' });
    const unknown = handOver(ctx, '0197a000-0000-7000-8000-00000000dead', { email: second.email ?? '', reason });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  }));

test('shows what an account has with its owner, once its founder has left', () =>
  inRollback(async (db) => {
    const { founder, second, subscription, key, email } = await createCompany(db);
    const ctx = await createFreshAdmin(db);
    await handOver(ctx, founder.id, { email, reason });
    await db.membership.delete({ where: { accountId_userId: { accountId: founder.id, userId: founder.id } } });
    await db.$executeRaw`SET CONSTRAINTS memberships_open_account IMMEDIATE`; // opens an account for the founder

    const detail = await getUserDetail(ctx, second.id);
    expect(detail.keys).toMatchObject([{ id: key.id, user_id: second.id }]);
    expect(detail.user.subscriptions).toMatchObject([{ stripe_subscription_id: subscription.stripeSubscriptionId }]);
    expect(await getUserDetails(ctx, second.id)).toMatchObject({ plan: { key: key.publicKey }, email });
    expect((await getInbox(ctx, { user: second.id })).entries).toMatchObject([
      { kind: 'past_due', name: email, user: { id: second.id } },
    ]);
    expect(await getKeyRow(db, ctx.now, key.id)).toMatchObject({ user_id: second.id });
    const movement = { at: ctx.now, kind: 'churn', cause: 'payment_failed', yearlyPence: -1, currency: 'gbp' };
    const { stripeSubscriptionId } = subscription;
    await db.revenueMovement.create({ data: { ...movement, stripeSubscriptionId, userId: founder.id } });
    const { movements } = await listMovements(ctx, MovementQuery.parse({ subscription: stripeSubscriptionId }));
    expect(movements).toMatchObject([{ email }]);
    await startCustomerView(ctx, second.id, { reason });
    expect(await db.customerView.findMany({ select: { accountId: true } })).toEqual([{ accountId: founder.id }]);

    const system = { ...ctx, actor: { kind: 'system', job: 'billing.sync' } } as const;
    await recordAudit(system, 'subscription.synced', founder.id, {});
    const happened = async (id: string) =>
      (await getTimeline(ctx, id, TimelineQuery.parse({ kind: 'billing' }))).entries.map(({ what }) => what);
    expect(await happened(second.id)).toContain('subscription.synced');
    expect(await happened(founder.id)).toEqual([]);

    const left = await getUserDetail(ctx, founder.id);
    expect(left).toMatchObject({ keys: [], user: { subscriptions: [] }, accounts: [{ role: 'owner' }] });
    expect(left.accounts[0]?.id).not.toBe(founder.id);
    expect(await getUserDetails(ctx, founder.id)).toMatchObject({ has_subscription: false, email: founder.email });
    expect((await getInbox(ctx, { user: founder.id })).entries).toEqual([]);
  }));

test('shows a user who owns no account without a plan', () =>
  inRollback(async (db) => {
    const { founder, email } = await createCompany(db);
    const ctx = await createFreshAdmin(db);
    await handOver(ctx, founder.id, { email, reason });
    const where = { accountId_userId: { accountId: founder.id, userId: founder.id } };
    await db.membership.update({ where, data: { role: 'technical' } });
    expect(await getUserDetails(ctx, founder.id)).toMatchObject({ has_subscription: false, plan: { key: null } });
    expect(await getUserDetail(ctx, founder.id)).toMatchObject({ keys: [], accounts: [{ role: 'technical' }] });
    const viewed = startCustomerView(ctx, founder.id, { reason });
    await expect(viewed).rejects.toMatchObject({ code: 'conflict' });
  }));
