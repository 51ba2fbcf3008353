import { expect, test } from 'vitest';
import { handOver } from '#lib/accounts/console.ts';
import { recordAudit, type AuditAction } from '#lib/audit/audit.ts';
import type { Db } from '#lib/base/db/db.ts';
import { MINUTE } from '#lib/base/time.ts';
import { deliverMail, queueMail } from '#lib/mail/service.ts';
import { adminContext, anonymousContext, subscriberContext, systemContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { queuedJobs } from '#lib/testing/queued-jobs.ts';
import { createFreshAdmin } from '#lib/testing/signed-in.ts';
import { TIMELINE_KINDS, type TimelineKind } from './kinds.ts';
import { getTimeline, TimelineQuery } from './timeline.ts';

const START = Date.parse('2026-11-01T00:00:00.000Z');

/** A user with one event a minute, in the reverse order of NEWEST_FIRST, followed by events that are not the user's. */
async function eventful(store: Db) {
  const [user, other] = [await createUserRow(store), await createUserRow(store)];
  const admin = await createUserRow(store, { isAdmin: true });
  const key = await createKeyRow(store, { accountId: user.id });
  const foreign = await createKeyRow(store, { accountId: other.id });
  let minute = 0;
  const next = () => ({ now: new Date(START + minute++ * MINUTE) });
  const [own, visitor] = [() => subscriberContext(store, user, next()), () => anonymousContext(store, next())];
  const asAdmin = () => adminContext(store, admin, next());
  const asJob = () => systemContext(store, next());
  await recordAudit(visitor(), 'user.signed_up', user.id);
  await recordAudit(own(), 'session.started', user.id);
  await recordAudit(asJob(), 'mail.sent', user.id, { template: 'welcome' });
  await recordAudit(asJob(), 'subscription.synced', user.id, { after: { plan: 'starter' } });
  await store.revenueMovement.create({
    data: {
      at: next().now,
      kind: 'new',
      cause: 'purchase',
      yearlyPence: 30_000,
      currency: 'gbp',
      stripeSubscriptionId: 'sub_1',
      userId: user.id,
    },
  });
  await recordAudit(asJob(), 'fuzzy_key.generated', String(key.id));
  await recordAudit(own(), 'fuzzy_key.rotated', String(key.id));
  await recordAudit(asAdmin(), 'user.blocked', user.id);
  // about another user, another user's key, and a server with the id of the user's key
  await recordAudit(asAdmin(), 'user.blocked', other.id);
  await recordAudit(asAdmin(), 'fuzzy_key.updated', String(foreign.id));
  await recordAudit(asAdmin(), 'storage_server.created' satisfies AuditAction, String(key.id));
  return { user, admin, key, ctx: adminContext(store, admin) };
}

const NEWEST_FIRST = [
  ['user.blocked', 'admin'],
  ['fuzzy_key.rotated', 'key'],
  ['fuzzy_key.generated', 'key'],
  ['revenue.new', 'billing'],
  ['subscription.synced', 'billing'],
  ['mail.sent', 'mail'],
  ['session.started', 'login'],
  ['user.signed_up', 'account'],
];

test("lists events about the user, the user's keys and revenue, newest first, and no other user's events", () =>
  inRollback(async (store) => {
    const { user, admin, key, ctx } = await eventful(store);
    const { entries, next_cursor } = await getTimeline(ctx, user.id, TimelineQuery.parse({}));
    expect(entries.map(({ what, kind }) => [what, kind])).toEqual(NEWEST_FIRST);
    expect(next_cursor).toBeNull();
    expect(entries.map(({ by }) => by)).toEqual([admin.email, ...Array(7).fill(null)]);
    expect(entries.filter(({ key: id }) => id !== null).map(({ key: id }) => id)).toEqual([key.id, key.id]);
  }));

test('shows every entry once across pages, even entries of the same moment', () =>
  inRollback(async (store) => {
    const { user, ctx } = await eventful(store);
    const moment = subscriberContext(store, user, { now: new Date(START) });
    for (let n = 0; n < 5; n++) await recordAudit(moment, 'session.confirmed', user.id, { n });
    const movement = {
      kind: 'expansion',
      cause: 'plan',
      yearlyPence: 1,
      currency: 'gbp',
      stripeSubscriptionId: 'sub_1',
    };
    for (let n = 0; n < 3; n++)
      await store.revenueMovement.create({ data: { ...movement, at: moment.now, userId: user.id } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await getTimeline(ctx, user.id, TimelineQuery.parse({ limit: 3, cursor }));
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    const all = await getTimeline(ctx, user.id, TimelineQuery.parse({}));
    expect(seen).toHaveLength(16);
    expect(new Set(seen).size).toBe(16);
    expect(seen).toEqual(all.entries.map(({ id }) => id));
  }));

test.each(TIMELINE_KINDS)('filters by kind: %s', (kind: TimelineKind) =>
  inRollback(async (store) => {
    const { user, ctx } = await eventful(store);
    const { entries } = await getTimeline(ctx, user.id, TimelineQuery.parse({ kind }));
    expect(entries.map(({ what }) => what)).toEqual(
      NEWEST_FIRST.filter(([, itsKind]) => itsKind === kind).map(([what]) => what),
    );
  }),
);

test('lists each email that the mail server has accepted, with its template and without its text', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    const ctx = systemContext(store);
    await queueMail(ctx, user.email ?? '', 'email_taken', { loginUrl: 'https://premium.example/login' });
    await queueMail(ctx, 'stranger@test.example', 'email_taken', { loginUrl: 'https://premium.example/login' });
    const jobs = await queuedJobs(store, 'mail.send');
    const down = { ...ctx, mail: () => Promise.reject(new Error('SMTP is down')) };
    for (const job of jobs) await expect(deliverMail(down, job)).rejects.toThrow('SMTP is down');
    const query = TimelineQuery.parse({ kind: 'mail' });
    expect((await getTimeline(adminContext(store), user.id, query)).entries).toEqual([]);
    for (const job of jobs) await deliverMail(ctx, job);
    const { entries } = await getTimeline(adminContext(store), user.id, query);
    expect(entries.map(({ what, data }) => [what, data])).toEqual([
      ['mail.sent', { template: 'email_taken', subject: 'You already have an account' }],
    ]);
    expect(await store.auditEvent.count({ where: { action: 'mail.sent' } })).toBe(1);
  }));

test('shows the reason of a customer view', () =>
  inRollback(async (store) => {
    const user = await createUserRow(store);
    const ctx = adminContext(store);
    const { userId: adminId, sessionId } = ctx.actor;
    const { id } = await store.customerView.create({
      data: { accountId: user.id, adminId, sessionId, reason: 'Ticket 1', startedAt: ctx.now, expiresAt: ctx.now },
    });
    await recordAudit(ctx, 'user.view_started', user.id, { view: id });
    const { entries } = await getTimeline(ctx, user.id, TimelineQuery.parse({ kind: 'admin' }));
    expect(entries.map(({ reason }) => reason)).toEqual(['Ticket 1']);
  }));

test('shows both sides of a hand-over, with its reason', () =>
  inRollback(async (store) => {
    const [founder, second] = [await createUserRow(store), await createUserRow(store)];
    const ctx = await createFreshAdmin(store);
    await handOver(ctx, founder.id, { email: second.email ?? '', reason: 'Ticket 2' });
    const shown = async (id: string) => {
      const { entries } = await getTimeline(adminContext(store), id, TimelineQuery.parse({ kind: 'admin' }));
      return entries.map(({ what, reason }) => [what, reason]);
    };
    expect(await shown(founder.id)).toEqual([['account.owner_added', 'Ticket 2']]);
    expect(await shown(second.id)).toEqual([['account.handed_over', 'Ticket 2']]);
  }));

test('refuses a cursor of another list, and an unknown kind', () =>
  inRollback(async (store) => {
    const { user, ctx } = await eventful(store);
    const { entries } = await getTimeline(ctx, user.id, TimelineQuery.parse({ limit: 1 }));
    expect(entries).toHaveLength(1);
    expect(TimelineQuery.safeParse({ kind: 'secret' }).success).toBe(false);
    const foreign = { sort: '-created_at', value: '2026-01-01T00:00:00.000Z', id: 'x' };
    await expect(getTimeline(ctx, user.id, { limit: 1, cursor: foreign })).rejects.toMatchObject({ code: 'malformed' });
  }));
