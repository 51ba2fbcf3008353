import { z } from 'zod';
import { LISTS } from './schema.ts';

/** What a host last said about the test message. */
const TestMessageRow = z.object({
  reported_at: z.iso.datetime(),
  is_current: z.boolean().describe('of the version that the portal hands out'),
  found_at: z.iso.datetime().nullable().describe('when its storage last knew the message'),
  error: z.string().nullable(),
});

/** A host of the fuzzy storage as admins see it. Times are ISO 8601 UTC. */
export const StorageServerRow = z.object({
  id: z.int().describe('0 is the sum of all servers'),
  name: z.string(),
  description: z.string(),
  last_seen_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime().nullable(),
  host: z.string().nullable().describe('the public name that subscribers ask; null until it is entered'),
  port: z.int(),
  lists: z.array(z.enum(LISTS)),
  weight: z.int().describe('the share of requests, relative to the other hosts of a list'),
  is_draining: z.boolean().describe('still answers, but is no longer in guides and in the zone file'),
  test_message: TestMessageRow.nullable().describe('null: its agent is not set up to learn it'),
});
export type StorageServerRow = z.infer<typeof StorageServerRow>;

/** `GET admin/api/servers`. */
export const StorageServerListView = z.object({ servers: z.array(StorageServerRow) });

/** A server and the token that it logs in with. */
export const StorageServerToken = z.object({
  server: StorageServerRow,
  token: z.string().describe('only this response contains it'),
});
export type StorageServerToken = z.infer<typeof StorageServerToken>;

/** `POST admin/api/servers/{id}/enrolment-code`. */
export const EnrolmentCode = z.object({
  server: StorageServerRow,
  code: z.string().describe('only this response contains it'),
  expires_at: z.iso.datetime(),
});
export type EnrolmentCode = z.infer<typeof EnrolmentCode>;

/** `POST /api/storage/enrol`: what the host logs in with from now on. */
export const EnrolledHost = z.object({ name: z.string(), token: z.string() });
export type EnrolledHost = z.infer<typeof EnrolledHost>;

/** One key as Rspamd's `dynamic_keys_map` reads it, with its private half. */
export const KeyMapEntry = z.object({
  pubkey: z.string(),
  privkey: z.string(),
  type: z.literal('kex'),
  algorithm: z.literal('curve25519'),
  encoding: z.literal('base32'),
  id: z.string().describe('BLAKE2b-512 of the raw public key, 103 characters; fuzzystat shows the key id instead'),
  extensions: z.object({
    name: z.string().describe("the key's description"),
    ratelimit: z
      .object({ rate: z.number().describe('requests per second for all units together'), burst: z.number() })
      .optional(),
    forbidden_ids: z.array(z.int()).optional().describe('flags hidden from the key'),
    allowed_ops: z.array(z.never()).length(0).optional().describe('empty: every request is refused'),
  }),
});
export type KeyMapEntry = z.infer<typeof KeyMapEntry>;

/** `GET /api/storage/keys`. */
export const KeyMapView = z.array(KeyMapEntry);
