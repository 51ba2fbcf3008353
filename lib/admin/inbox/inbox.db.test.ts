import { expect, test } from 'vitest';
import { getAttention } from '#lib/admin/overview.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import type { Admin } from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import { raiseAlert } from '#lib/billing/sync/alerts.ts';
import { adminContext, systemContext, type TestContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import {
  createKeyRow,
  createServerRow,
  createSubscriptionRow,
  createUsageRows,
  createUserRow,
} from '#lib/testing/factories.ts';
import { rankKeysByUsage } from '#lib/usage/ranking/rank-keys.ts';
import { getInbox } from './inbox.ts';
import { bringBack, forgetEndedEntries, putAside } from './put-aside.ts';
import { canBeDone, INBOX_KINDS, type InboxKind, type PutAsideFor } from './schema.ts';
import type { InboxEntryView } from './views.ts';

/** The middle of a month in which no other rows exist. */
const NOW = new Date('2031-05-15T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
type Ctx = TestContext<Admin>;
const entriesOf = async (ctx: Ctx, kind?: InboxKind) => (await getInbox(ctx, { kind })).entries;
const totals = async (ctx: Ctx) =>
  Object.fromEntries((await getInbox(ctx, {})).counts.map(({ kind, total }) => [kind, total]));
const later = (ctx: Ctx, ms: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) });

type Bought = Partial<Parameters<typeof createSubscriptionRow>[1]>;
/** A subscriber of Starter who pays `monthlyPounds`, with a key. */
async function customer(
  store: Db,
  monthlyPounds: number,
  bought: Bought = {},
  key: Parameters<typeof createKeyRow>[1] = {},
) {
  const user = await createUserRow(store);
  const subscription = await createSubscriptionRow(store, { accountId: user.id, plan: 'starter', ...bought });
  const { stripeSubscriptionId } = subscription;
  await store.revenueMovement.create({
    data: {
      ...{ at: ago(60 * DAY), kind: 'new', cause: 'purchase', yearlyPence: monthlyPounds * 1200, currency: 'gbp' },
      ...{ stripeSubscriptionId, userId: user.id },
    },
  });
  return {
    user,
    subscription,
    key: await createKeyRow(store, { accountId: user.id, subscriptionId: subscription.id, ...key }),
  };
}

async function failJob(store: Db, queue = 'mail.send', message = 'no') {
  await store.$executeRaw`
    INSERT INTO pgboss.job (name, data, source_name, source_id, source_created_on, created_on, source_output)
    VALUES ('dead_letter', '{}'::jsonb, ${queue}, gen_random_uuid(), now(), clock_timestamp(), jsonb_build_object('message', ${message}::text))`;
}

/** One entry of each kind, and nothing else. */
async function everything(store: Db) {
  const ctx = adminContext(store, undefined, { now: NOW });
  await store.storageServer.updateMany({ data: { removedAt: NOW } });
  const pastDue = await customer(store, 7, { status: 'past_due', statusSince: ago(3 * DAY) });
  const leaving = await customer(store, 50, { cancelAt: ago(-DAY) });
  const over = await customer(store, 25, {}, { lastUsedAt: ago(MINUTE), rate: 60_000 / 86_400 });
  const silent = await customer(store, 20, {}, { lastUsedAt: ago(25 * HOUR) });
  const spread = await customer(store, 10, {}, { lastUsedAt: ago(MINUTE) });
  await rankKeysByUsage(systemContext(store, { now: NOW }));
  await store.rankedUsage.update({
    where: { keyId: over.key.id },
    data: { isOverLimit: true, requests: 76_000, overSince: ago(4 * DAY) },
  });
  await store.rankedUsage.update({ where: { keyId: spread.key.id }, data: { networks: 12 } });
  await raiseAlert(ctx, { kind: 'unknown_buyer', subject: 'sub_lost', accountId: pastDue.user.id });
  await failJob(store);
  await failJob(store);
  const { server } = await createServerRow(store, { name: 'a-late', lastSeenAt: ago(4 * MINUTE) });
  return { ctx, pastDue, leaving, over, silent, spread, server };
}

test('lists everything that needs a decision once, with the most money at risk first', () =>
  inRollback(async (store) => {
    const { ctx, pastDue, leaving, over, silent, spread } = await everything(store);
    const entries = await entriesOf(ctx);
    expect(entries.map(({ kind, name, monthly_pence }) => [kind, name, monthly_pence])).toEqual([
      ['hosts', 'a-late', expect.any(Number)],
      ['leaving', leaving.user.email, 5000],
      ['over', over.user.email, 2500],
      ['silent', silent.user.email, 2000],
      ['spread', spread.user.email, 1000],
      ['past_due', pastDue.user.email, 700],
      ['billing', pastDue.user.email, 700],
      ['jobs', 'mail.send', 0],
    ]);
    expect(entries[0]?.monthly_pence).toBeGreaterThanOrEqual(11_200);
    const of = (kind: InboxKind) => entries.find((entry) => entry.kind === kind);
    expect(of('past_due')?.since).toBe(ago(3 * DAY).toISOString());
    expect(of('leaving')?.ends_at).toBe(ago(-DAY).toISOString());
    expect(of('over')).toMatchObject({
      ...{ percent: 126, since: ago(4 * DAY).toISOString(), plan: 'Personal' },
      raise: { plan: 'scale', quantity: 1 },
    });
    expect(of('silent')?.since).toBe(ago(25 * HOUR).toISOString());
    expect(of('spread')?.networks).toBe(12);
    expect(of('billing')).toMatchObject({ alert_id: expect.any(String), todo: expect.stringMatching(/Stripe/) });
    expect(of('jobs')).toMatchObject({ jobs: 2, why: 'no' });
    for (const kind of INBOX_KINDS) expect((await entriesOf(ctx, kind)).map((each) => each.kind)).toEqual([kind]);
  }));

test('shows the reason of a cancellation until it is taken back', () =>
  inRollback(async (store) => {
    const { ctx, leaving } = await everything(store);
    const tell = (minutes: number, action: 'subscription.cancelled' | 'subscription.resumed', reason?: string) =>
      recordAudit({ ...ctx, now: ago(minutes * MINUTE) }, action, leaving.user.id, {
        ...{ subscription: leaving.subscription.stripeSubscriptionId, ...(reason && { reason }) },
      });
    const reason = async () => (await only(ctx, 'leaving')).reason;
    expect(await reason()).toBeNull();
    await tell(9, 'subscription.cancelled', 'too_expensive');
    expect(await reason()).toBe('too_expensive');
    await tell(8, 'subscription.cancelled', 'unused');
    expect(await reason()).toBe('unused');
    await tell(7, 'subscription.resumed');
    expect(await reason()).toBeNull();
  }));

test('sorts equal money by age', () =>
  inRollback(async (store) => {
    const ctx = adminContext(store, undefined, { now: NOW });
    for (const days of [2, 5, 1]) await customer(store, 7, { status: 'past_due', statusSince: ago(days * DAY) });
    const mine = (await entriesOf(ctx, 'past_due')).filter(({ since }) => since && since > '2031-05-10');
    expect(mine.map(({ since }) => since)).toEqual([5, 2, 1].map((days) => ago(days * DAY).toISOString()));
  }));

test('shows the requests of 14 days, and on how many of the last seven the limit was exceeded', () =>
  inRollback(async (store) => {
    const { ctx, over, server } = await everything(store);
    const samples = [9, 3, 2].map((days) => ({ bucket: ago(days * DAY), checked: days * 30_000, hits: 0, errors: 1 }));
    await createUsageRows(store, { key: over.key.id, server: server.id }, samples);
    const [entry] = await entriesOf(ctx, 'over');
    expect(entry?.requests).toHaveLength(14);
    expect(entry?.requests.filter((day) => day !== null)).toEqual([270_001, 90_001, 60_001]);
    expect(entry?.limit).toBe(60_000);
    expect(entry?.days_over).toBe(2);
  }));

test('counts in the overview what the inbox lists, and leaves out what was put aside', () =>
  inRollback(async (store) => {
    const { ctx } = await everything(store);
    const agrees = async () => {
      const [overview, count] = [await getAttention(ctx), await totals(ctx)];
      expect({
        past_due: overview.pastDue.subscriptions,
        leaving: overview.leaving.subscriptions,
        over: overview.overLimit.total,
        silent: overview.silentKeys.total,
        spread: overview.spreadKeys.total,
        billing: overview.billing.total,
        jobs: overview.failedJobs.total,
        hosts: overview.silentServers.length,
      }).toEqual(count);
      return { overview, count };
    };
    const before = await agrees();
    for (const entry of await entriesOf(ctx)) await put(ctx, entry);
    expect(await entriesOf(ctx)).toEqual([]);
    const after = await agrees();
    for (const kind of INBOX_KINDS)
      expect((before.count[kind] ?? 0) - (after.count[kind] ?? 0), kind).toBe(kind === 'jobs' ? 2 : 1);
    expect(before.overview.pastDue.monthlyPence - after.overview.pastDue.monthlyPence).toBe(700);
    expect(before.overview.leaving.monthlyPence - after.overview.leaving.monthlyPence).toBe(5000);
  }));

/** The only entry of a kind. */
async function only(ctx: Ctx, kind: InboxKind): Promise<InboxEntryView> {
  const [entry, ...more] = await entriesOf(ctx, kind);
  if (!entry || more.length) throw new Error(`${more.length + 1} entries`);
  return entry;
}
const put = (ctx: Ctx, entry: InboxEntryView, time: PutAsideFor = canBeDone(entry) ? 'done' : 'week') =>
  putAside(ctx, { ...entry, for: time });

test('brings an entry back when it happens anew or gets worse, for each kind', () =>
  inRollback(async (store) => {
    const { ctx, pastDue, leaving, over, silent, spread, server } = await everything(store);
    for (const entry of await entriesOf(ctx)) await put(ctx, entry);
    expect(await entriesOf(ctx)).toEqual([]);
    const subscription = (id: string, data: object) => store.subscription.update({ where: { id }, data });
    const standing = (keyId: number, data: object) => store.rankedUsage.update({ where: { keyId }, data });
    await subscription(pastDue.subscription.id, { statusSince: ago(DAY) });
    expect((await entriesOf(ctx)).map(({ kind }) => kind)).toEqual(['past_due']);
    await subscription(leaving.subscription.id, { cancelAt: ago(-2 * DAY) });
    await standing(over.key.id, { requests: 90_000 });
    expect(await entriesOf(ctx, 'over'), 'a little worse').toEqual([]);
    await standing(over.key.id, { requests: 120_000 });
    await store.fuzzyKey.update({ where: { id: silent.key.id }, data: { lastUsedAt: ago(26 * HOUR) } });
    await standing(spread.key.id, { networks: 20 });
    await failJob(store, 'mail.send', 'again');
    await store.storageServer.update({ where: { id: server.id }, data: { lastSeenAt: ago(5 * MINUTE) } });
    await raiseAlert(ctx, { kind: 'dispute', subject: 'dp_1', accountId: pastDue.user.id });
    expect((await entriesOf(ctx)).map(({ kind }) => kind).toSorted()).toEqual([...INBOX_KINDS].toSorted());
    expect((await only(ctx, 'jobs')).jobs).toBe(3);
  }));

test('snoozes for a day or a week, and takes it back', () =>
  inRollback(async (store) => {
    const { ctx } = await everything(store);
    const entry = await only(ctx, 'past_due');
    for (const [time, span] of [
      ['day', DAY],
      ['week', 7 * DAY],
    ] as const) {
      const { id } = await put(ctx, entry, time);
      expect(await entriesOf(later(ctx, span - 1), 'past_due')).toEqual([]);
      expect(await entriesOf(later(ctx, span), 'past_due')).toHaveLength(1);
      await bringBack(ctx, { id });
      expect(await entriesOf(ctx, 'past_due')).toHaveLength(1);
      await expect(bringBack(ctx, { id }), 'twice').rejects.toMatchObject({ code: 'not_found' });
    }
  }));

test('shows to all admins who put what aside, and lists it on request', () =>
  inRollback(async (store) => {
    const { ctx, pastDue } = await everything(store);
    const colleague = await createUserRow(store, { isAdmin: true });
    const theirs = adminContext(store, colleague, { now: NOW });
    const { id } = await put(theirs, await only(ctx, 'past_due'), 'week');
    const { entries, aside } = await getInbox(ctx, { aside: '1' });
    expect(aside).toBe(1);
    expect(entries.map(({ kind, put_aside }) => [kind, put_aside])).toEqual([
      ['past_due', { id, by: colleague.email, at: NOW.toISOString(), until: ago(-7 * DAY).toISOString() }],
    ]);
    const log = await store.auditEvent.findMany({ where: { targetId: pastDue.user.id } });
    expect(log.map(({ action, actorId, data }) => [action, actorId, data])).toContainEqual([
      'inbox_entry.dismissed',
      colleague.id,
      { kind: 'past_due', subject: pastDue.subscription.id, for: 'week', until: ago(-7 * DAY).toISOString() },
    ]);
    await bringBack(ctx, { id });
    expect(await store.auditEvent.count({ where: { action: 'inbox_entry.restored' } })).toBe(1);
  }));

test('lets the later of two admins decide, whose undo alone counts', () =>
  inRollback(async (store) => {
    const { ctx } = await everything(store);
    const entry = await only(ctx, 'past_due');
    const first = await put(ctx, entry, 'day');
    const second = await put(ctx, entry);
    await expect(bringBack(ctx, first)).rejects.toMatchObject({ code: 'not_found' });
    expect(await entriesOf(later(ctx, 2 * DAY), 'past_due')).toEqual([]);
    await bringBack(ctx, second);
    expect(await entriesOf(ctx, 'past_due')).toHaveLength(1);
  }));

test('refuses that a silent host is done, and snoozes it', () =>
  inRollback(async (store) => {
    const { ctx } = await everything(store);
    const entry = await only(ctx, 'hosts');
    await expect(put(ctx, entry, 'done')).rejects.toMatchObject({
      code: 'invalid',
      fields: { for: 'This ends when the host reports again. Snooze it for a day or a week.' },
    });
    expect(await entriesOf(ctx, 'hosts')).toHaveLength(1);
    await put(ctx, entry, 'day');
    expect(await entriesOf(ctx, 'hosts')).toEqual([]);
  }));

test('refuses to put aside what is not there', () =>
  inRollback(async (store) => {
    const { ctx, leaving } = await everything(store);
    const entry = await only(ctx, 'past_due');
    const other = { ...entry, subject: leaving.subscription.id };
    await expect(put(ctx, other)).rejects.toMatchObject({ code: 'not_found' });
    await expect(put(ctx, { ...entry, subject: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  }));

test('forgets what was gone for three days, and keeps what is there', () =>
  inRollback(async (store) => {
    const { ctx, spread, over } = await everything(store);
    await put(ctx, await only(ctx, 'spread'));
    await put(ctx, await only(ctx, 'over'));
    const sweep = (days: number) => forgetEndedEntries(systemContext(store, { now: ago(-days * DAY) }));
    await store.rankedUsage.update({ where: { keyId: spread.key.id }, data: { networks: 1 } });
    await sweep(2);
    await store.rankedUsage.update({ where: { keyId: spread.key.id }, data: { networks: 12 } });
    expect(await entriesOf(ctx, 'spread'), 'gone for two days').toEqual([]);
    await store.rankedUsage.update({ where: { keyId: spread.key.id }, data: { networks: 1 } });
    await sweep(4);
    await store.rankedUsage.update({ where: { keyId: spread.key.id }, data: { networks: 12 } });
    expect((await entriesOf(ctx, 'spread')).map(({ subject }) => subject)).toEqual([String(spread.key.id)]);
    expect(await entriesOf(ctx, 'over'), String(over.key.id)).toEqual([]);
  }));

test('lists what is open about one user, also what was put aside', () =>
  inRollback(async (store) => {
    const { ctx, pastDue, over } = await everything(store);
    const of = async (user: string) => (await getInbox(ctx, { user })).entries;
    expect((await of(pastDue.user.id)).map(({ kind }) => kind).toSorted()).toEqual(['billing', 'past_due']);
    expect((await of(over.user.id)).map(({ kind, put_aside }) => [kind, put_aside])).toEqual([['over', null]]);
    await put(ctx, await only(ctx, 'over'));
    expect((await of(over.user.id)).map(({ put_aside }) => put_aside !== null)).toEqual([true]);
    expect(await of((await createUserRow(store)).id)).toEqual([]);
  }));
