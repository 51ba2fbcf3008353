import type { Admin, Context, System } from '#lib/base/context.ts';
import type { BillingInterval, PlanName } from '#lib/billing/plan.ts';
import type { Counted } from '#lib/http/list-query.ts';
import type { InboxKind } from './schema.ts';
import type { InboxEntryView } from './views.ts';

/** The most entries of a kind that are read: twice what a page shows of it. */
export const MOST_READ = 200;

/** An entry as its source finds it, before its money and its picture are read. */
export type Found = Pick<InboxEntryView, 'subject' | 'name' | 'user'> &
  Partial<Omit<InboxEntryView, 'kind' | 'since'>> & {
    kind: InboxKind;
    /** when it began; null if unknown */
    since: Date | null;
    occurrence: string;
    /** Stripe's id of the subscription whose revenue is at risk; without one, all of the user's is */
    stripeId?: string | null;
    /** row id of the key whose requests are shown */
    keyId?: number | null;
  };

/** Who reads entries: an admin, or the job that forgets what is over. */
export type Reader = Context<Admin | System>;

/** Which entries are read: only those with these subjects, or all but those. */
export type Which = { only: readonly string[] } | { without: readonly string[] };

/** Reads entries of a kind, and counts all of them. */
export type Source = {
  find: (ctx: Reader, which: Which) => Promise<Found[]>;
  count: (ctx: Context<Admin>) => Promise<Counted>;
};

/** The plan of a subscription as it is in our database. */
export type Bought = { plan: PlanName | null; interval: BillingInterval; quantity: number; product: string };

/** The ids of `which` that have the form of an id of the table, and whether they are wanted or not. */
export const idsOf = (which: Which, form: RegExp): { ids: string[]; isOnly: boolean } => {
  const isOnly = 'only' in which;
  return { ids: (isOnly ? which.only : which.without).filter((id) => form.test(id)), isOnly };
};

/** How much more severe an entry must be to come back. */
const WORSE = 1.25;

type Seen = { occurrence: string; severity: number };

/** Whether an entry that was put aside stays so: not if it is snoozed no longer, happened anew or got worse. */
export const isPutAside = (seen: Seen & { until: Date | null }, entry: Seen, now: Date): boolean =>
  (seen.until === null || seen.until > now) &&
  seen.occurrence === entry.occurrence &&
  entry.severity <= seen.severity * WORSE;
