import { randomUUID } from 'node:crypto';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context, type System } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { DAY } from '#lib/base/time.ts';
import { RevenueQuery } from '#lib/billing/revenue/revenue-figures.ts';
import { findEntries } from './find-entries.ts';
import { canBeDone, INBOX_KINDS, type PutAsideFor, type PutAsideInput } from './schema.ts';

const SPANS: Readonly<Record<PutAsideFor, number | null>> = { done: null, day: DAY, week: 7 * DAY };

/**
 * Puts an entry aside for all admins, as the caller saw it: what got worse since comes back at once. The later of two
 * admins decides. Throws `not_found` if there is no such entry, and `invalid` for `done` of a silent host.
 */
export async function putAside(ctx: Context<Admin>, input: PutAsideInput): Promise<{ id: string }> {
  const { kind, subject, occurrence, severity } = input;
  if (input.for === 'done' && !canBeDone(input))
    throw invalidField('for', 'This ends when the host reports again. Snooze it for a day or a week.');
  const { currency } = RevenueQuery.parse({});
  const [entry] = await findEntries(ctx, [{ kind, which: { only: [subject] } }], currency);
  if (!entry) throw new DomainError('not_found', 'This no longer needs a decision.');
  const span = SPANS[input.for];
  const until = span === null ? null : new Date(ctx.now.getTime() + span);
  return transaction(ctx, async (tx) => {
    await lockInTransaction(tx.db, `inbox ${kind} ${subject}`);
    const row = { id: randomUUID(), occurrence, severity, until, at: tx.now, by: tx.actor.userId, seenAt: tx.now };
    await tx.db.inboxDismissal.upsert({
      where: { kind_subject: { kind, subject } },
      create: { kind, subject, ...row },
      update: row,
    });
    await recordAudit(tx, 'inbox_entry.dismissed', entry.user?.id ?? null, {
      ...{ kind, subject, for: input.for },
      until: until?.toISOString() ?? null,
    });
    return { id: row.id };
  });
}

/** Takes back what was put aside. Throws `not_found` if it is back already, or another admin decided anew. */
export async function bringBack(ctx: Context<Admin>, { id }: { id: string }): Promise<{ status: 'ok' }> {
  return transaction(ctx, async (tx) => {
    const row = await tx.db.inboxDismissal.findUnique({ where: { id } });
    const { count } = await tx.db.inboxDismissal.deleteMany({ where: { id } });
    if (!row || !count) throw new DomainError('not_found', 'Another admin has decided on this in the meantime.');
    await recordAudit(tx, 'inbox_entry.restored', null, { kind: row.kind, subject: row.subject });
    return { status: 'ok' };
  });
}

/** An entry that was gone for longer counts as new. */
const GONE_MS = 3 * DAY;
const AT_ONCE = 1000;

/**
 * Forgets what was put aside and is over: a snooze that has ended, and entries that were gone for three days, so that
 * they come back if they happen again. A part of the job `expired.sweep`.
 */
export async function forgetEndedEntries(ctx: Context<System>): Promise<number> {
  const rows = await ctx.db.inboxDismissal.findMany({ orderBy: { seenAt: 'asc' }, take: AT_ONCE });
  const wanted = INBOX_KINDS.map((kind) => ({
    kind,
    which: { only: rows.flatMap((row) => (row.kind === kind ? row.subject : [])) },
  }));
  const { currency } = RevenueQuery.parse({});
  const entries = await findEntries(ctx, wanted, currency);
  const there = rows.filter(({ kind, subject }) =>
    entries.some((entry) => entry.kind === kind && entry.subject === subject),
  );
  await ctx.db.inboxDismissal.updateMany({
    where: { id: { in: there.map(({ id }) => id) } },
    data: { seenAt: ctx.now },
  });
  const { count } = await ctx.db.inboxDismissal.deleteMany({
    where: { OR: [{ until: { lte: ctx.now } }, { seenAt: { lt: new Date(ctx.now.getTime() - GONE_MS) } }] },
  });
  return count;
}
