import { expect, test } from 'vitest';
import { findSignInSession, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/base/db/db.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createSubscriptionRow, createUserRow } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { freshAdmin } from '#lib/testing/signed-in.ts';
import { blockUsers } from './block-users.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const named = ({ id, email }: { id: string; email: string | null }) => ({ id, email });
const free = (user: { id: string; email: string | null }) => ({ ...named(user), charged: [] });

test('previews a block, then blocks exactly the users of the preview, and undoes it by unblocking them', () =>
  inRollback(async (store) => {
    const me = await createUserRow(store, { isAdmin: true });
    const ctx = await freshAdmin(store, me);
    const [one, two] = [await createUserRow(store), await createUserRow(store, { email: null })];
    const blocked = await createUserRow(store, { blockedAt: new Date(0) });
    const { token } = await startSignInSession(anonymousContext(store), one.id);
    const ids = [one.id, two.id, blocked.id, me.id, UNKNOWN];
    const plan = {
      changed: [free(one), free(two)].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      unchanged: [named(blocked)],
      refused: [
        { ...named(me), reason: 'You cannot block yourself.' },
        { id: UNKNOWN, email: null, reason: 'This user does not exist.' },
      ],
    };
    expect(await blockUsers(ctx, { ids, blocked: true, dry_run: true })).toEqual({ dry_run: true, ...plan });
    expect(await findSignInSession(store, token, new Date())).not.toBeNull();
    expect(await store.auditEvent.count({ where: { actorId: me.id } })).toBe(0);

    const done = await blockUsers(ctx, { ids, blocked: true, dry_run: false });
    expect(done).toEqual({ dry_run: false, ...plan });
    expect(await findSignInSession(store, token, new Date())).toBeNull();
    const mails = await store.$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE data->>'template' = 'blocked'`;
    expect(mails).toHaveLength(1);

    const undone = await blockUsers(ctx, { ids: done.changed.map(({ id }) => id), blocked: false, dry_run: false });
    expect(undone.changed).toEqual(done.changed);
    const rows = await store.user.findMany({ where: { id: { in: ids } }, select: { id: true, blockedAt: true } });
    expect(rows.filter(({ blockedAt }) => blockedAt !== null)).toEqual([{ id: blocked.id, blockedAt: new Date(0) }]);
    const events = await store.auditEvent.findMany({ where: { actorId: me.id }, select: { action: true } });
    expect(events.map(({ action }) => action).toSorted()).toEqual([
      ...['user.blocked', 'user.blocked', 'user.unblocked', 'user.unblocked'],
    ]);
  }));

test('names what blocked users are charged, and queues the end of exactly that, once, if asked', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, await createUserRow(store, { isAdmin: true }));
    const payer = await createUserRow(store);
    const leaver = await createUserRow(store);
    const former = await createUserRow(store);
    const later = new Date(Date.now() + 86_400_000);
    const second = await createSubscriptionRow(store, { accountId: payer.id, startedAt: new Date(1), quantity: 2 });
    const first = await createSubscriptionRow(store, { accountId: payer.id, productName: 'Scale', status: 'past_due' });
    await createKeyRow(store, { accountId: payer.id, subscriptionId: first.id });
    await createSubscriptionRow(store, { accountId: leaver.id, cancelAt: later });
    await createSubscriptionRow(store, { accountId: former.id, status: 'canceled' });
    const ids = [payer.id, leaver.id, former.id];
    const chargedOf = ({ changed }: Awaited<ReturnType<typeof blockUsers>>) =>
      new Map(changed.map(({ id, charged }) => [id, charged]));
    const expected = new Map<string, object[]>([
      [
        payer.id,
        [
          { product: 'Scale', quantity: 1 },
          { product: 'Personal usage', quantity: 2 },
        ],
      ],
      [leaver.id, []],
      [former.id, []],
    ]);
    const input = { ids, blocked: true, end_subscriptions: true };
    expect(chargedOf(await blockUsers(ctx, { ...input, dry_run: true }))).toEqual(expected);
    expect(await queuedJobs(store, 'billing.end_subscription')).toEqual([]);
    expect(chargedOf(await blockUsers(ctx, { ...input, dry_run: false }))).toEqual(expected);
    const ended = [first, second].map(({ stripeSubscriptionId }) => ({ subscription: stripeSubscriptionId }));
    const queued = async () =>
      new Set((await queuedJobs(store, 'billing.end_subscription')).map((job) => JSON.stringify(job)));
    const wanted = new Set(ended.map((job) => JSON.stringify(job)));
    expect(await queued()).toEqual(wanted);
    const where = { action: 'subscription.end_requested' };
    const events = await store.auditEvent.findMany({ where, orderBy: { id: 'asc' } });
    expect(events.map(({ data, targetId, actorKind }) => ({ data, targetId, actorKind }))).toEqual(
      ended.map((data) => ({ data, targetId: payer.id, actorKind: 'admin' })),
    );
    await blockUsers(ctx, { ...input, dry_run: false });
    expect(await queuedJobs(store, 'billing.end_subscription')).toHaveLength(2);
    expect(await queued()).toEqual(wanted);
  }));

test('leaves subscriptions alone if a block does not ask to end them, and on unblocking', () =>
  inRollback(async (store) => {
    const ctx = await freshAdmin(store, await createUserRow(store, { isAdmin: true }));
    const { id } = await createUserRow(store);
    await createSubscriptionRow(store, { accountId: id });
    await blockUsers(ctx, { ids: [id], blocked: true, dry_run: false });
    await blockUsers(ctx, { ids: [id], blocked: false, dry_run: false, end_subscriptions: true });
    expect(await queuedJobs(store, 'billing.end_subscription')).toEqual([]);
  }));

test('keeps one admin when two block each other and themselves simultaneously (S49)', async () => {
  for (let round = 0; round < 5; round++) {
    await db().user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    const admins = [await createUserRow(db(), { isAdmin: true }), await createUserRow(db(), { isAdmin: true })];
    const ids = admins.map(({ id }) => id);
    const answers = await Promise.allSettled(
      admins.map((me) => blockUsers(adminContext(db(), me), { ids, blocked: true, dry_run: false })),
    );
    expect(answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.changed : []))).toHaveLength(1);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'forbidden' } });
    expect(await db().user.count({ where: { id: { in: ids }, blockedAt: null } })).toBe(1);
  }
});

test('does not deadlock when two requests list the same users in opposite order', async () => {
  const me = adminContext(db(), await createUserRow(db(), { isAdmin: true }));
  const ids = (await Promise.all(Array.from({ length: 20 }, () => createUserRow(db())))).map(({ id }) => id);
  const [one, two] = await Promise.all([
    blockUsers(me, { ids, blocked: true, dry_run: false }),
    blockUsers(me, { ids: ids.toReversed(), blocked: true, dry_run: false }),
  ]);
  expect([one.changed.length, two.changed.length].toSorted((a, b) => a - b)).toEqual([0, 20]);
});
