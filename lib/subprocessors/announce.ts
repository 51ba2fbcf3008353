import { mailAccount } from '#lib/accounts/recipients.ts';
import { type Context, type System, transaction } from '#lib/base/context.ts';
import { inBatches } from '#lib/base/db/batches.ts';
import type { Db } from '#lib/base/db/db.ts';
import { SUBPROCESSOR_NOTICE_DAYS } from '#lib/base/promises.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { nameOfCountry, subprocessorId, type Subprocessor } from '#lib/base/settings/legal-settings.ts';
import { legalFacts } from '#lib/base/settings/legal.ts';
import { formatDay } from '#lib/base/text/format.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { LIVE_STATUSES } from '#lib/billing/plan.ts';

/**
 * Why a list must not take effect: an entry that customers were not told of in time. Null if all is well. The first
 * list of a copy may name companies that are already in use; later, every new entry begins in 30 days or later.
 */
export function noticeProblem(entries: readonly Subprocessor[], known: ReadonlySet<string>, now: Date): string | null {
  const [today, earliest] = [formatDay(now), formatDay(new Date(now.getTime() + SUBPROCESSOR_NOTICE_DAYS * DAY))];
  const late = entries.find(
    (entry) => !known.has(subprocessorId(entry)) && entry.from < earliest && (entry.from > today || known.size > 0),
  );
  return late === undefined
    ? null
    : `SUBPROCESSORS: “${late.name}” is new and begins on ${late.from}. Customers are told ${SUBPROCESSOR_NOTICE_DAYS} days before: its first day is ${earliest} at the earliest`;
}

/** What is wrong with the list of this process, compared with the entries that customers were told of. */
export async function findNoticeProblem(
  db: Db,
  entries: readonly Subprocessor[] = legalFacts().subprocessors,
  now = new Date(),
): Promise<string | null> {
  const known = await db.subprocessorNotice.findMany({ select: { id: true } });
  return noticeProblem(entries, new Set(known.map(({ id }) => id)), now);
}

/**
 * The job `subprocessors.announce`, queued by each start of a worker: remembers every entry of the list that is new, and
 * emails all customers with a live subscription about those that are yet to begin. One transaction, so a list is
 * remembered as a whole, and its emails are queued once or not at all.
 */
export const announceSubprocessors = (
  ctx: Context<System>,
  list: readonly Subprocessor[] = legalFacts().subprocessors,
): Promise<{ added: number; emails: number }> =>
  transaction(
    ctx,
    async (tx) => {
      const entries = new Map(list.map((entry) => [subprocessorId(entry), entry]));
      const added = await tx.db.subprocessorNotice.createManyAndReturn({
        data: [...entries].map(([id, { from }]) => ({ id, firstDay: new Date(from), seenAt: tx.now })),
        skipDuplicates: true,
        select: { id: true },
      });
      let emails = 0;
      for (const { id } of added) {
        const entry = entries.get(id);
        if (!entry || entry.from <= formatDay(tx.now)) continue; // of the first list, and already in use
        const sent = await tell(tx, entry);
        await tx.db.subprocessorNotice.update({ where: { id }, data: { emails: sent } });
        emails += sent;
      }
      return { added: added.length, emails };
    },
    HOUR,
  );

async function tell(tx: Context<System>, entry: Subprocessor): Promise<number> {
  const props = {
    ...{ name: entry.name, purpose: entry.purpose, data: entry.data, basis: entry.basis, from: entry.from },
    country: nameOfCountry(entry.country),
    url: absoluteUrl('/subprocessors'),
    privacyMail: legalFacts().privacyMail,
  };
  let emails = 0;
  const customers = inBatches((rest: { id?: { gt: string } }, take) =>
    tx.db.account.findMany({
      where: { ...rest, subscriptions: { some: { status: { in: [...LIVE_STATUSES] } } } },
      select: { id: true },
      orderBy: { id: 'asc' },
      take,
    }),
  );
  for await (const batch of customers)
    for (const { id } of batch)
      emails += await mailAccount(tx, { accountId: id, permission: 'pay' }, 'subprocessor_added', props);
  return emails;
}
