import { z } from 'zod';
import { UserStatusView } from '#lib/billing/views.ts';
import { KeyState } from '#lib/fuzzy-keys/views.ts';
import { UsageGraphView } from '#lib/usage/views.ts';
import { USAGE_PERIODS } from './schema.ts';

const time = z.iso.datetime();

/** A usage token as its owner sees it. Times are ISO 8601 UTC. */
export const UsageTokenView = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('the beginning of the token'),
  created_at: time,
  last_used_at: time.nullable().describe('updated at most once a minute; null: never'),
});
export type UsageTokenView = z.infer<typeof UsageTokenView>;

/** `GET account/api/usage-tokens`, oldest first. */
export const UsageTokenListView = z.object({ usage_tokens: z.array(UsageTokenView) });
export type UsageTokenListView = z.infer<typeof UsageTokenListView>;

/** `POST account/api/usage-tokens`. */
export const CreatedUsageTokenView = z.object({
  usage_token: UsageTokenView,
  token: z.string().describe('the token itself; only this answer contains it'),
});
export type CreatedUsageTokenView = z.infer<typeof CreatedUsageTokenView>;

const UsageCountsView = z.object({
  requests: z.int().describe('requests that count against the limit: checked + errors'),
  checked: z.int(),
  hits: z.int(),
  errors: z.int(),
});
export type UsageCountsView = z.infer<typeof UsageCountsView>;

/** One key, without its whole public key: that opens the package repository, and a usage token must not. */
const KeyUsageView = z.object({
  key: z.string().describe('the first 8 characters of the public key'),
  key_id: z.string().describe("the key's name in fuzzystat"),
  state: KeyState.describe('a deleted key is listed for 30 days'),
  created_at: time,
  last_request_at: time.nullable(),
  plan: z
    .object({ product: z.string().nullable(), status: z.string().nullable(), quantity: z.int() })
    .describe('product and status are null for a key without a subscription'),
  limit: UserStatusView.shape.usage_limit,
  last_day: UsageCountsView.nullable().describe('the most recent 24 hours, whatever the period; null without a report'),
  sums: z
    .record(z.string(), UsageCountsView.nullable())
    .describe("of the period, by the server's name; `aggregate` is the sum of all; null without a report"),
  graphs: UsageGraphView,
});
export type KeyUsageView = z.infer<typeof KeyUsageView>;

/** `GET api/usage`. */
export const OwnUsageView = z.object({
  period: z.enum(USAGE_PERIODS),
  generated_at: time,
  from: time,
  to: time.describe('end of the running 10 minutes'),
  time_zone: z.literal('UTC'),
  bucket_seconds: z.int(),
  units: z.object({ counts: z.literal('requests'), limit: z.literal('requests per day') }),
  keys: z.array(KeyUsageView).describe("a key's usage includes that of the keys it replaced"),
});
export type OwnUsageView = z.infer<typeof OwnUsageView>;
