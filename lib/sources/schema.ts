import { z } from 'zod';
import { count } from '#lib/base/numbers.ts';
import { oneLine, text } from '#lib/base/text/text.ts';

/** The version of `GET` and `POST /api/storage/sources`. An agent that does not know it reports no sources. */
export const SOURCES_VERSION = 1;
/** The most rows in one report, and the most bytes of its body. */
const MAX_SOURCE_ROWS = 5000;
export const MAX_SOURCE_BYTES = 2 * 1024 * 1024;

/** How many sources of a key are listed. Requests of further ones are summed up. */
export const MAX_SOURCES = 200;
/** A source is forgotten this long after its last request. */
export const SOURCE_DAYS = 30;
/** The source that sums up those that are not listed. */
export const OTHERS = '';

/** What a host without a name is called. */
export const serverLabel = (source: string): string => `Server ${source.slice(0, 6)}`;

const utcTime = z.iso.datetime().transform((text) => new Date(text));
const pseudonym = z
  .string()
  .regex(/^[\w-]{22}$/)
  .describe('128 bits in base64url');

/** `POST /api/storage/sources`: what each source of each key was counted for between two times. */
export const SourceReportInput = z.object({
  version: z.literal(SOURCES_VERSION),
  sequence: z.int().min(0),
  secret_id: z
    .string()
    .regex(/^[\da-f]{8}$/)
    .describe('tells the secrets of pseudonyms apart'),
  from: utcTime,
  to: utcTime,
  sources: z
    .array(
      z
        .object({
          key_id: text(128).min(1),
          source: pseudonym.nullable().describe('null: the sum of further sources'),
          network: pseudonym.nullable().describe('null if and only if the source is'),
          checked: count,
          hits: count,
          errors: count,
          address: z
            .union([z.ipv4(), z.ipv6()])
            .optional()
            .describe('only of keys that the portal named; others are dropped'),
          was: pseudonym
            .optional()
            .describe(
              'another pseudonym of the same source: under the renewed key, or of its whole IPv6 address; not stored',
            ),
        })
        .refine(({ source, network }) => (source === null) === (network === null)),
    )
    .max(MAX_SOURCE_ROWS),
});
export type SourceReportInput = z.infer<typeof SourceReportInput>;

/** `PUT account/api/servers`. */
export const ServersSettingsInput = z.object({
  shows_addresses: z.boolean().describe('false deletes the stored addresses'),
});
export type ServersSettingsInput = z.infer<typeof ServersSettingsInput>;

/** `PATCH account/api/servers/{id}`. An empty name removes the old one. */
export const NameServerInput = z.object({
  name: oneLine(60, 'A name has no control characters.', 'A name has at most 60 characters.'),
});
export const ServerParams = z.object({ id: pseudonym });
