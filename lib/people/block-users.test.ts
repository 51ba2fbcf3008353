import { expect, test } from 'vitest';
import { findSignInSession, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { db } from '#lib/db.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { freshAdmin } from '#lib/testing/signed-in.ts';
import { blockUsers } from './block-users.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';
const named = ({ id, email }: { id: string; email: string | null }) => ({ id, email });

test('previews a block, then blocks exactly the users of the preview, and undoes it by unblocking them', () =>
  inRollback(async (store) => {
    const me = await createUserRow(store, { isAdmin: true });
    const ctx = await freshAdmin(store, me);
    const [one, two] = [await createUserRow(store), await createUserRow(store, { email: null })];
    const blocked = await createUserRow(store, { blockedAt: new Date(0) });
    const { token } = await startSignInSession(anonymousContext(store), one.id);
    const ids = [one.id, two.id, blocked.id, me.id, NOBODY];
    const plan = {
      changed: [named(one), named(two)].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      unchanged: [named(blocked)],
      refused: [
        { ...named(me), reason: 'You cannot block yourself.' },
        { id: NOBODY, email: null, reason: 'This user does not exist.' },
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
