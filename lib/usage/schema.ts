import { z } from 'zod';
import { count } from '#lib/base/numbers.ts';
import { text } from '#lib/base/text/text.ts';
import { ALERT_KINDS, type AlertKind } from './alert-kinds.ts';
import { MOST_RANGE_DAYS, OLDEST_RANGE_DAYS, PERIODS, SELECTIONS } from './buckets.ts';

/** The most rows that one `POST /api/storage/usage` may hold. */
export const MAX_REPORT_ROWS = 5000;
export const MAX_REPORT_BYTES = 1024 * 1024;

const utcTime = z.iso.datetime().transform((text) => new Date(text));

/** `POST /api/storage/usage`: what a storage host counted between two times, ISO 8601 UTC. */
export const UsageReportInput = z.object({
  sequence: z.int().min(0),
  from: utcTime,
  to: utcTime,
  keys: z.array(
    z.object({
      key_id: text(128).min(1),
      checked: count,
      hits: count,
      errors: count,
      matched_flags: z
        .array(z.int().min(1).max(255))
        .max(16)
        .optional()
        .describe('the flags of the matches since the counters began; only storages that count by flag know them'),
    }),
  ),
});
export type UsageReportInput = z.infer<typeof UsageReportInput>;

const unknownPeriod = (known: readonly string[]) => `The period must be one of ${known.join(', ')}.`;

export const SERIES_NAMES = ['checked', 'hits', 'errors'] as const;

/** The period of a graph, a part of the path. */
const period = z.enum(PERIODS, unknownPeriod(PERIODS)).meta({ examples: ['24h'] });
export const PeriodParams = z.object({ period });

/** What a graph shows, a part of the path: a period, or a range of the days in the query. */
const selection = z
  .enum(SELECTIONS, unknownPeriod(SELECTIONS))
  .describe('`range` needs the query `from` and `to`')
  .meta({ examples: ['24h'] });
export const SelectionParams = z.object({ period: selection });
export const UserUsageParams = SelectionParams.extend({ id: z.uuid().toLowerCase() });

const day = z.iso.date('A day is written like 2026-11-23.');
export const SelectionQuery = z.object({
  from: day.optional().describe(`first day of a range in UTC, at most ${OLDEST_RANGE_DAYS} days ago`),
  to: day.optional().describe(`last day of a range in UTC; a range has at most ${MOST_RANGE_DAYS} days`),
  before: z
    .literal('true', 'This is true, or left out.')
    .optional()
    .describe('show the time of the same length before it instead'),
});
export type SelectionQuery = z.infer<typeof SelectionQuery>;

/** Path and query of `GET admin/usagegraph/{keyId}/{duration}`. Server 0 or no server means all servers together. */
export const KeyUsageParams = z.object({
  keyId: z.string().describe('key id (13 characters), public key, or a prefix of at least 12 characters of either'),
  duration: selection,
});
export const KeyUsageQuery = SelectionQuery.extend({
  server_id: z
    .string()
    .regex(/^\d{1,9}$/, 'The server is given by its number.')
    .transform(Number)
    .default(0),
});

/** The most keys in one request for the overview. */
export const OVERVIEW_KEYS = 5;

/** `GET admin/api/usage/overview`: comma-separated key ids. */
export const UsageOverviewQuery = z.object({
  keys: text(1000)
    .transform((keys) => keys.split(','))
    .pipe(z.array(text(128).min(1)).max(OVERVIEW_KEYS, `At most ${OVERVIEW_KEYS} keys at a time.`)),
});
export type UsageOverviewQuery = z.infer<typeof UsageOverviewQuery>;

/** `GET account/api/usage-alerts`: true if emails of this kind are wanted. */
export const UsageAlertSettings = z.object(
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, z.boolean()])) as Record<AlertKind, z.ZodBoolean>,
);
export type UsageAlertSettings = z.infer<typeof UsageAlertSettings>;

/** The body of `PUT account/api/usage-alerts`: the switches to change. The others stay as they are. */
export const UsageAlertChanges = UsageAlertSettings.partial();
export type UsageAlertChanges = z.infer<typeof UsageAlertChanges>;

/** The periods of `GET api/usage`. */
export const USAGE_PERIODS = ['24h', '72h', '168h', '720h'] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

/** The query of `GET api/usage`. */
export const UsageQuery = z.object({
  period: z.enum(USAGE_PERIODS, unknownPeriod(USAGE_PERIODS)).default('24h'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;
