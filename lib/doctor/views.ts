import { z } from 'zod';
import { LISTS } from '#lib/storage/schema.ts';

/** What is known about requests from an address: the first that applies to any host is the verdict. */
export const ConnectionState = z
  .enum([
    ...(['suspended', 'replaced', 'wrong_key', 'over_rate', 'works', 'hidden', 'reached'] as const),
    ...(['not_loaded', 'in_clear', 'idle', 'nothing', 'unknown'] as const),
  ])
  .describe(
    'suspended: the key is refused; replaced: an old key, whose grace period is over; wrong_key: no key of the storage ' +
      'decrypts the requests; over_rate; works; hidden: answered, but matches of a list are hidden from the key; ' +
      'reached: a ping, no message yet; not_loaded: the host does not have the key yet; in_clear: probably without a ' +
      'key; idle: nothing while asked, but before; nothing; unknown: the address used none of the keys',
  );
export type ConnectionState = z.infer<typeof ConnectionState>;

const count = z.int();

export const CheckedHost = z.object({
  name: z.string(),
  server: z.string().nullable().describe('host and port that subscribers ask'),
  state: z
    .union([ConnectionState, z.enum(['waiting', 'late', 'silent', 'old_agent'])])
    .describe('waiting, late, silent, old_agent: the host has not answered (yet)'),
  checked: count.describe('while the question was open; likewise the other counts'),
  hits: count,
  errors: count,
  undecrypted: count.nullable(),
  rspamd: z.string().nullable(),
});
export type CheckedHost = z.infer<typeof CheckedHost>;

/** A check of a connection, and its verdict once there is one. */
export const ConnectionCheck = z.object({
  address: z.string(),
  scope: z.enum(['own', 'key', 'any']),
  asked_at: z.iso.datetime(),
  open_until: z.iso.datetime().describe('hosts answer until then'),
  is_open: z.boolean(),
  hosts: z.array(CheckedHost),
  verdict: z
    .object({
      state: ConnectionState,
      why: z.enum(['billing', 'blocked', 'admin', 'limit']).nullable().describe('why the key is suspended'),
      lists: z.array(z.enum(LISTS)).describe('lists with hits while the question was open, where Rspamd counts them'),
      failed_before: z
        .boolean()
        .describe('requests that no key decrypts came before; Rspamd counts them from its start, without a time'),
      hidden_lists: z.array(z.enum(LISTS)).describe('lists whose matches are hidden from the key'),
    })
    .nullable()
    .describe('null: the hosts are still answering'),
  keys: z
    .array(z.object({ key_id: z.string(), description: z.string().nullable(), state: z.string() }))
    .describe('the keys that the address used; for admins only'),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

/** `GET account/api/doctor` and `GET admin/api/doctor`. */
export const DoctorView = z.object({
  own_address: z.string().nullable().describe('the address of this request'),
  has_key: z.boolean(),
  check: ConnectionCheck.nullable().describe('the latest of the last hour'),
});
export type DoctorView = z.infer<typeof DoctorView>;
