import { z } from 'zod';
import { SOURCES_VERSION } from './schema.ts';

/** `GET /api/storage/sources`. */
export const WantedSourcesView = z.object({
  version: z.literal(SOURCES_VERSION),
  shown_keys: z.array(z.string()).describe('key ids of those who show the addresses of their servers'),
  renewed_keys: z
    .array(z.object({ key_id: z.string(), before: z.string().describe('the key id that it replaced') }))
    .describe('keys whose rows may have `was`, so that a server keeps its name'),
});

/** `POST /api/storage/sources`. */
export const SourceReportView = z.object({
  status: z.literal('ok'),
  rows: z.int(),
  unknown_keys: z.int().describe('keys that are not ours'),
  is_repeated: z.boolean().describe('it was already counted'),
});
export type SourceReportView = z.infer<typeof SourceReportView>;

const counts = {
  checked: z.int().describe('requests answered'),
  hits: z.int().describe('those of them with a known hash'),
  errors: z.int().describe('requests refused'),
};

/** A host that used one of the caller's keys. Times are ISO 8601 UTC. */
export const ServerView = z.object({
  id: z.string().describe('a pseudonym of its address, other for each key'),
  name: z.string().nullable().describe('given by the caller'),
  address: z.string().nullable().describe('only while the caller shows addresses'),
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  ...counts,
  uses_old_key: z.boolean().describe('its key was replaced in a rotation'),
});
export type ServerView = z.infer<typeof ServerView>;

/** `GET account/api/servers`: the latest first. */
export const ServersView = z.object({
  has_key: z.boolean(),
  is_reported: z.boolean().describe('whether storage hosts report who uses keys'),
  shows_addresses: z.boolean(),
  servers: z.array(ServerView),
  others: z.object(counts).nullable().describe('of servers that are not listed, because there are too many'),
});
export type ServersView = z.infer<typeof ServersView>;

/** `PUT account/api/servers`. */
export const ServersSettingsView = z.object({ shows_addresses: z.boolean() });
