import { z } from 'zod';
import { UserStatusView } from '#lib/billing/views.ts';
import { KeyState } from '#lib/fuzzy-keys/views.ts';
import { LISTS } from '#lib/storage/schema.ts';
import { SERIES_NAMES, USAGE_PERIODS } from './schema.ts';

/** The answer to a report. */
export const UsageReportView = z.object({
  status: z.literal('ok'),
  rows: z.int().describe('rows in the report'),
  unknown_keys: z.int().describe('unknown keys, whose rows were skipped'),
  is_repeated: z.boolean().describe('the report was counted before, and is not counted again'),
});
export type UsageReportView = z.infer<typeof UsageReportView>;

const BucketReportsView = z.object({
  expected: z.int().describe('servers that report about this key'),
  missing: z.array(z.string()).describe('those of them that have reported nothing in this bucket'),
  partial: z
    .array(z.string())
    .describe('those that reported for a part only: less than 23 hours of a day, or until they fell silent'),
  is_final: z.boolean().describe('false while reports are still to come'),
});
export type BucketReportsView = z.infer<typeof BucketReportsView>;

/** One graph. */
export const UsageGraph = z.object({
  series: z.array(
    z.object({
      name: z.enum(SERIES_NAMES),
      data: z.array(z.int().nullable()).describe('requests; null without a report'),
    }),
  ),
  legend: z.object({ selected: z.object({ checked: z.boolean(), hits: z.boolean(), errors: z.boolean() }) }),
  xAxis: z.object({ data: z.array(z.iso.datetime()).describe('starts of the buckets, ISO 8601 UTC') }),
  reports: z.array(BucketReportsView).optional().describe('by bucket, in the sum of all servers'),
  forecast: z
    .array(z.int())
    .optional()
    .describe(
      'expected requests of the most recent 24 hours, in 1 to 24 hours; only in the sum of all servers for 24h',
    ),
});
export type UsageGraph = z.infer<typeof UsageGraph>;

/** Graphs by the server's name. */
export const UsageGraphView = z
  .record(z.string(), UsageGraph)
  .describe("by the server's name; `aggregate` is the sum of all");
export type UsageGraphView = z.infer<typeof UsageGraphView>;

/** A row of the overview. */
export const UsageRowView = z.object({
  description: z.string().nullable(),
  key_id: z.string(),
  limit: z.number().nullable().describe('requests a day for all units together'),
  limit_source: z.enum(['key', 'rank', 'none']),
  limit_rate: z.number().nullable().describe('requests per second for one unit'),
  quantity: z.int(),
  daily_series: z
    .array(z.int().nullable())
    .describe('30 days, the last is the most recent 24 hours; null without a report; empty without any report'),
  last_day: z.int().nullable(),
  average_7_day: z.number().nullable(),
  is_over_limit: z.boolean(),
  overage: z.number().describe('requests above the limit on the last day'),
  error: z.string().nullable(),
});
export type UsageRowView = z.infer<typeof UsageRowView>;

/** `GET admin/api/usage/overview`. */
export const UsageOverviewView = z.object({
  buckets: z.array(z.iso.datetime()).describe('starts of the 30 days, ISO 8601 UTC'),
  rows: z.array(UsageRowView),
});
export type UsageOverviewView = z.infer<typeof UsageOverviewView>;

/** `GET admin/api/usage/ranking`. */
export const UsageRankingView = z.object({
  keys: z
    .array(z.object({ description: z.string(), key_id: z.string(), user_id: z.uuid().nullable() }))
    .describe('over their limit first, then by the last day, else by the average of seven; at most ten minutes old'),
  next_cursor: z.string().nullable(),
});
export type UsageRankingView = z.infer<typeof UsageRankingView>;

/** `GET account/api/last-request`. */
export const LastRequestView = z.object({
  has_key: z.boolean(),
  at: z.iso.datetime().nullable().describe('when the key was last used; null: never'),
  server: z.string().nullable().describe('the server that reported it'),
  servers: z.array(z.string()).describe('the servers that reported requests of the last 24 hours'),
  first_match: z
    .object({
      at: z.iso.datetime(),
      server: z.string().nullable(),
      list: z.enum(LISTS).nullable().describe('null: the server does not count by list'),
    })
    .nullable()
    .describe('the first message that a storage knew; null: none yet'),
  waits_for_hosts: z.boolean().describe('no storage host was in contact since the key was created, so none answers it'),
  live_in_seconds: z.int().min(0).describe('until the key works at every storage host; 0: it does, or there is no key'),
});
export type LastRequestView = z.infer<typeof LastRequestView>;

export const UsageCountsView = z.object({
  requests: z.int().describe('requests that count against the limit: checked + errors'),
  checked: z.int(),
  hits: z.int(),
  errors: z.int(),
});
export type UsageCountsView = z.infer<typeof UsageCountsView>;

/**
 * One key, with only the start of its public key. The whole key gives access to the package repository, which a usage
 * token must not.
 */
const KeyUsageView = z.object({
  key: z.string().describe('the first 8 characters of the public key'),
  key_id: z.string().describe("the key's name in fuzzystat"),
  state: KeyState.describe('a deleted key is listed for 30 days'),
  created_at: z.iso.datetime(),
  last_request_at: z.iso.datetime().nullable(),
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
  generated_at: z.iso.datetime(),
  from: z.iso.datetime(),
  to: z.iso.datetime().describe('end of the running 10 minutes'),
  time_zone: z.literal('UTC'),
  bucket_seconds: z.int(),
  units: z.object({ counts: z.literal('requests'), limit: z.literal('requests per day') }),
  keys: z.array(KeyUsageView).describe("a key's usage includes that of the keys it replaced"),
});
export type OwnUsageView = z.infer<typeof OwnUsageView>;

/** `GET api/live`. */
export const LiveNumbersView = z.object({
  live: z
    .object({
      requests_last_day: z.int().describe('of all keys in 24 hours, refused ones included'),
      requests_per_second: z.number().describe('the mean of these 24 hours'),
      hit_rate: z.number().min(0).max(1).describe('the share of these requests that matched a known hash'),
      storage_hosts: z.int().describe('hosts whose agent reported in the last hour'),
      at: z.iso.datetime().describe('when a storage host was last heard of; the reports are at most ten minutes older'),
    })
    .nullable()
    .describe('null while no host reports'),
});
export type LiveNumbersView = z.infer<typeof LiveNumbersView>;
