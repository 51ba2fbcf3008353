import type { Admin, Context, System } from '#lib/base/context.ts';
import type { BillingInterval, PlanName } from '#lib/billing/plan.ts';
import type { Counted } from '#lib/http/list-query.ts';
import type { InboxKind } from './schema.ts';
import type { InboxEntryView } from './views.ts';

/** The most entries of a kind that are read: more than admins can work through in a day. */
export const MOST_READ = 500;

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

/** Reads entries of a kind, all or only those with these subjects, and counts them. */
export type Source = {
  find: (ctx: Reader, only: readonly string[] | null) => Promise<Found[]>;
  count: (ctx: Context<Admin>) => Promise<Counted>;
};

/** The plan of a subscription as it is in our database. */
export type Bought = { plan: PlanName | null; interval: BillingInterval; quantity: number; product: string };
