import { z } from 'zod';
import { CANCEL_REASONS } from '#lib/billing/schema.ts';
import { FittingChange } from '#lib/billing/views.ts';
import { INBOX_KINDS } from './schema.ts';

const time = z.iso.datetime();

/** Something that needs a decision. */
export const InboxEntryView = z.object({
  kind: z.enum(INBOX_KINDS),
  subject: z.string().describe('id of the subscription, key, queue, host or alert'),
  occurrence: z.string().describe('differs when the same happens anew'),
  severity: z.number().describe('an entry that was put aside comes back when this grows by a quarter'),
  name: z.string().describe('of the customer, key, queue or host'),
  user: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  since: time.nullable(),
  monthly_pence: z.int().describe('MRR at risk; for a host, that of all customers'),
  plan: z.string().nullable().describe('name and quantity of the plan'),
  ends_at: time.nullable().describe('of a subscription that was cancelled'),
  reason: z.enum(CANCEL_REASONS).nullable().describe('that the customer gave when cancelling'),
  percent: z.int().nullable().describe('of the daily limit, in the last 24 hours'),
  days_over: z.int().nullable().describe('of the last seven whole days in UTC'),
  networks: z.int().nullable(),
  jobs: z.int().nullable(),
  why: z.string().nullable().describe('the last error, or what a billing alert means'),
  todo: z.string().nullable().describe('what to do about a billing alert'),
  alert_id: z.uuid().nullable().describe('of a billing alert that can be resolved'),
  raise: FittingChange.nullable().describe('the cheapest plan that fits'),
  stripe_url: z.url().nullable(),
  requests: z.array(z.number().nullable()).describe('of the last 14 days in UTC, today last; empty without a key'),
  limit: z.number().nullable().describe('requests a day'),
  put_aside: z
    .object({ id: z.uuid(), by: z.string(), at: time, until: time.nullable() })
    .nullable()
    .describe('who put it aside, and until when; without an end until it happens anew or gets worse'),
});
export type InboxEntryView = z.infer<typeof InboxEntryView>;

/** `GET admin/api/inbox`: the entries with the most money at risk first, then the oldest. */
export const InboxView = z.object({
  entries: z.array(InboxEntryView),
  counts: z.array(z.object({ kind: z.enum(INBOX_KINDS), total: z.int(), total_is_capped: z.boolean() })),
  aside: z.int().describe('entries that were put aside'),
  currency: z.string(),
});
export type InboxView = z.infer<typeof InboxView>;

/** `POST admin/api/inbox/put-aside`. */
export const PutAsideView = z.object({ id: z.uuid() });
