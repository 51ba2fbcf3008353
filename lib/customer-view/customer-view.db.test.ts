import { expect, test } from 'vitest';
import { sweepExpired } from '#lib/admin/sweep-expired.ts';
import { endEverySession } from '#lib/auth/session/sessions.ts';
import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import type { Admin, Context } from '#lib/base/context.ts';
import { db, type Db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import { anonymousContext, serverContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow, createUserRow } from '#lib/testing/factories.ts';
import { mailsTo } from '#lib/testing/queued-mails.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { pseudonymOf, reportSources } from '#lib/testing/sources.ts';
import { deleteUser } from '#lib/users/deletion/delete-user.ts';
import { getViewedAccount, getViewedDashboard, getViewedPlan, getViewedUsage, readAsCustomer } from './queries.ts';
import { StartCustomerViewInput } from './schema.ts';
import { endCustomerView, enterCustomerView, findCustomerView, startCustomerView } from './service.ts';

const REASON = { reason: 'Ticket 1234' };
const NO_ONE = '00000000-0000-7000-8000-000000000000';

/** The same caller, `ms` later. */
const later = (ctx: Context<Admin>, ms: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) });

const eventsOf = async (store: Db, userId: string) =>
  (await store.auditEvent.findMany({ where: { targetId: userId }, orderBy: { id: 'asc' } })).map(
    ({ action, actorId, data }) => ({ action, actorId, ...(data as object) }),
  );

test('opens a view for 15 minutes, records its start, pages and end, and mails the customer the reason', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const view = await startCustomerView(ctx, user.id, REASON);
    expect(Date.parse(view.expires_at) - ctx.now.getTime()).toBe(15 * MINUTE);
    expect(await enterCustomerView(ctx, user.id, 'dashboard')).toEqual(view);
    expect(await enterCustomerView(later(ctx, 15 * MINUTE - 1), user.id, 'setup')).toEqual(view);
    await endCustomerView(ctx, user.id);
    expect(await enterCustomerView(ctx, user.id, 'account')).toBeNull();

    const { id } = view;
    const actorId = ctx.actor.userId;
    expect(await eventsOf(store, user.id)).toEqual([
      { action: 'user.view_started', actorId, view: id, until: view.expires_at },
      { action: 'user.viewed', actorId, view: id, page: 'dashboard' },
      { action: 'user.viewed', actorId, view: id, page: 'setup' },
      { action: 'user.view_ended', actorId, view: id, how: 'ended' },
    ]);
    const [mail, ...more] = await mailsTo(user.email ?? '', store);
    expect(more).toEqual([]);
    expect(mail?.template).toBe('account_viewed');
    expect(mail?.text).toContain('Ticket 1234');
  }));

test("requires a fresh login and a known user, and refuses the admin's own account", () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const stale = later(ctx, 11 * MINUTE);
    await expect(startCustomerView(stale, user.id, REASON)).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    await expect(startCustomerView(ctx, NO_ONE, REASON)).rejects.toMatchObject({ code: 'not_found' });
    await expect(startCustomerView(ctx, ctx.actor.userId, REASON)).rejects.toMatchObject({ code: 'conflict' });
    expect(await store.customerView.count()).toBe(0);
    expect(await store.auditEvent.count({ where: { action: 'user.view_started' } })).toBe(0);
  }));

test.each([
  ['no reason', ''],
  ['a blank reason', '   '],
  ['a reason of two lines', 'a\nb'],
  ['a reason of 301 characters', 'a'.repeat(301)],
])('refuses to start a view with %s', (_what, reason) => {
  expect(StartCustomerViewInput.safeParse({ reason }).success).toBe(false);
});

test('finds no view after 15 minutes, for another user or admin, or in another session of the admin', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const [user, other] = [await createUserRow(store), await createUserRow(store)];
    await startCustomerView(ctx, user.id, REASON);
    const colleague = await createFreshAdmin(store);
    const elsewhere = { ...ctx, actor: { ...ctx.actor, sessionId: colleague.actor.sessionId } };
    const stolen = { ...colleague, actor: { ...colleague.actor, sessionId: ctx.actor.sessionId } };
    const closed: [Context<Admin>, string][] = [
      [later(ctx, 15 * MINUTE), user.id],
      [ctx, other.id],
      [colleague, user.id],
      [elsewhere, user.id],
      [stolen, user.id],
    ];
    for (const [caller, id] of closed) {
      expect(await enterCustomerView(caller, id, 'dashboard')).toBeNull();
      await expect(endCustomerView(caller, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await store.auditEvent.count({ where: { action: { in: ['user.viewed', 'user.view_ended'] } } })).toBe(0);
    expect(await findCustomerView(ctx, user.id)).not.toBeNull();
  }));

test('ends the open view of the session when the next one starts', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const [one, two] = [await createUserRow(store), await createUserRow(store)];
    await startCustomerView(ctx, one.id, REASON);
    await startCustomerView(ctx, two.id, REASON);
    expect(await findCustomerView(ctx, one.id)).toBeNull();
    expect(await findCustomerView(ctx, two.id)).not.toBeNull();
    expect((await eventsOf(store, one.id)).at(-1)).toMatchObject({ action: 'user.view_ended', how: 'replaced' });
  }));

test("ends the view with the admin's session, and does not reopen it after a new login", () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    await startCustomerView(ctx, user.id, REASON);
    await endEverySession(ctx, ctx.actor.userId);
    const { id } = await startSignInSession(anonymousContext(store), ctx.actor.userId);
    const again = { ...ctx, actor: { ...ctx.actor, sessionId: id } };
    expect(await enterCustomerView(again, user.id, 'dashboard')).toBeNull();
  }));

test('records the end of an expired view once, with the time when it expired', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const { expires_at: end } = await startCustomerView(ctx, user.id, REASON);
    for (const minutes of [14, 20, 25])
      await sweepExpired(systemContext(store, { now: new Date(ctx.now.getTime() + minutes * MINUTE) }));
    const ends = (await eventsOf(store, user.id)).filter(({ action }) => action === 'user.view_ended');
    expect(ends).toEqual([expect.objectContaining({ actorId: 'test', how: 'expired' })]);
    const [row] = await store.customerView.findMany({ where: { accountId: user.id } });
    expect(row?.endedAt?.toISOString()).toBe(end);
  }));

test('shows the pages as the user sees them, without any secret', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store, { passwordHash: 'HASH-OF-PASSWORD' });
    const key = await createKeyRow(store, { accountId: user.id, email: user.email });
    const { token } = await startSignInSession(anonymousContext(store, { ip: '198.51.100.9' }), user.id);
    const usageToken = {
      accountId: user.id,
      name: 'Grafana',
      tokenHash: Buffer.from('a hash'),
      prefix: 'rp_usage_SECRET',
    };
    await store.usageToken.create({ data: usageToken });
    const { server } = await createServerRow(store);
    await reportSources(serverContext(store, server.id), [{ key_id: key.keyId, of: 'a' }]);
    const dashboard = await getViewedDashboard(ctx, user.id);
    const account = await getViewedAccount(ctx, user.id);
    expect(dashboard.answers.userstatus).toMatchObject({ email: user.email, plan: { key: key.publicKey } });
    expect(dashboard.answers.standing?.standing).toBe('waiting');
    expect(dashboard.answers.servers.servers).toMatchObject([{ id: pseudonymOf(`${key.keyId} a`), checked: 10 }]);
    expect(account.sessions.sessions).toEqual([expect.objectContaining({ ip: '198.51.100.9', is_current: false })]);
    expect(account['usage-tokens'].usage_tokens).toMatchObject([{ name: 'Grafana' }]);
    const shown = JSON.stringify([
      dashboard,
      account,
      await getViewedUsage(ctx, user.id),
      await getViewedPlan(ctx, user.id),
    ]);
    for (const secret of ['HASH-OF-PASSWORD', token, 'private', 'SECRET']) expect(shown).not.toContain(secret);
  }));

test('refuses writes and Stripe requests while it reads as the user', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const user = await createUserRow(store);
    const attempt = (write: (db: Db) => Promise<unknown>) => readAsCustomer(ctx, user.id, (as) => write(as.db));
    const data = { notes: 'changed' };
    await expect(attempt((db) => db.user.update({ where: { id: user.id }, data }))).rejects.toThrow('read-only');
    await expect(attempt((db) => db.signInSession.deleteMany())).rejects.toThrow('read-only');
    await expect(readAsCustomer(ctx, user.id, async (as) => as.stripe())).rejects.toThrow('asks no Stripe');
    await store.user.update({ where: { id: user.id }, data }); // writes work again after the read-only transaction
  }));

test('deletes the reason with the user, and erases a deleted address from other reasons', () =>
  inRollback(async (store) => {
    const ctx = await createFreshAdmin(store);
    const [user, other] = [await createUserRow(store), await createUserRow(store)];
    await startCustomerView(ctx, user.id, REASON);
    await startCustomerView(ctx, other.id, { reason: `Asked by ${user.email}` });
    await deleteUser(ctx, user.id, { email: user.email ?? '' });
    const rows = await store.customerView.findMany({ select: { accountId: true, reason: true } });
    expect(rows).toEqual([{ accountId: other.id, reason: 'Asked by (deleted address)' }]);
  }));

test('opens one view, and sends one email, for 20 simultaneous requests with the same reason', async () => {
  const ctx = await createFreshAdmin(db());
  const user = await createUserRow(db());
  const views = await Promise.all(Array.from({ length: 20 }, () => startCustomerView(ctx, user.id, REASON)));
  expect(new Set(views.map(({ id }) => id)).size).toBe(1);
  expect(await db().customerView.count({ where: { accountId: user.id } })).toBe(1);
  expect(await mailsTo(user.email ?? '')).toHaveLength(1);
});

test('opens at most six views of an account in an hour, by whatever admin', async () => {
  const [one, two] = [await createFreshAdmin(db()), await createFreshAdmin(db())];
  const user = await createUserRow(db());
  for (let n = 0; n < 6; n++) await startCustomerView(n % 2 ? one : two, user.id, { reason: `Ticket ${n}` });
  await expect(startCustomerView(one, user.id, { reason: 'Ticket 7' })).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await mailsTo(user.email ?? '')).toHaveLength(6);
});
