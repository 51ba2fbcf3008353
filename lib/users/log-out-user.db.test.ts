import { expect, test } from 'vitest';
import { findSignInSession, startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { logOutUser } from './log-out-user.ts';

test('ends all sessions of this user only, and records the logout (S24)', () =>
  inRollback(async (store) => {
    const admin = await createUserRow(store, { isAdmin: true });
    const [user, other] = [await createUserRow(store), await createUserRow(store)];
    const sessions = [];
    for (const { id } of [user, user, other]) sessions.push(await startSignInSession(anonymousContext(store), id));
    expect(await logOutUser(adminContext(store, admin), user.id)).toEqual({ ended: 2 });
    const alive = [];
    for (const { token } of sessions) alive.push((await findSignInSession(store, token, new Date())) !== null);
    expect(alive).toEqual([false, false, true]);
    const events = await store.auditEvent.findMany({ where: { targetId: user.id, action: 'sessions.ended' } });
    expect(events).toMatchObject([{ actorId: admin.id, data: { ended: 2, reason: 'admin' } }]);
  }));

test("refuses the caller's own account and an unknown user", () =>
  inRollback(async (store) => {
    const admin = await createUserRow(store, { isAdmin: true });
    const ctx = adminContext(store, admin);
    await expect(logOutUser(ctx, admin.id)).rejects.toMatchObject({ code: 'conflict' });
    const unknown = logOutUser(ctx, '00000000-0000-7000-8000-000000000000');
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  }));
