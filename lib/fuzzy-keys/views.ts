import { z } from 'zod';

/**
 * Whether the storage answers requests with a key. It refuses suspended and deleted keys; a deleted one leaves the key
 * map after 30 days.
 */
export const KeyState = z.enum(['on', 'suspended', 'deleted']);
export type KeyState = z.infer<typeof KeyState>;

/** The type of a key, shown as a badge. */
export const KeyType = z.enum(['stripe', 'user', 'manual']);
export type KeyType = z.infer<typeof KeyType>;

const time = z.iso.datetime();
const nextCursor = z.string().nullable();

/** A key in the admin API. Times are ISO 8601 UTC. */
export const FuzzyKeyRow = z.object({
  id: z.int(),
  version: z.int(),
  description: z.string(),
  public_key: z.string(),
  key_id: z.string().describe('its name in fuzzystat: the first 8 bytes of the public key, 13 characters'),
  email: z.string().nullable(),
  user_id: z.uuid().nullable(),
  rank: z.int(),
  quantity: z.int(),
  rate: z.number().nullable().describe("requests per second for one unit; null: the rank's"),
  deleted: z.boolean(),
  state: KeyState,
  type: KeyType,
  is_external: z.boolean().describe('created elsewhere; its private half is not stored here'),
  is_owner_blocked: z.boolean(),
  subscription_status: z.string().nullable().describe("Stripe's status of the key's subscription"),
  plan: z.string().nullable().describe('the plan of its subscription, such as starter'),
  requests: z
    .number()
    .nullable()
    .describe('of the last day, or without reports in it the average of seven; at most ten minutes old; null: none'),
  networks: z.int().describe('from which it was used in the last seven days: /24 for IPv4, /64 for IPv6'),
  daily_limit: z.number().nullable().describe('requests a day for all units together'),
  created_at: time,
  deleted_at: time.nullable(),
  last_used_at: time.nullable(),
  works_until: time.nullable().describe('end of the grace of a rotated key'),
  replaced_by: z.string().nullable().describe('description of the key that replaced it'),
});
export type FuzzyKeyRow = z.infer<typeof FuzzyKeyRow>;

/** The answer to a change of one key, without its `status`. */
export const FuzzyKeyAnswer = z.object({ fuzzy_key: FuzzyKeyRow });

/** `POST admin/api/fuzzy-keys/undelete`. */
export const RestoredKeyView = FuzzyKeyAnswer.extend({
  notice: z.string().nullable().describe('why it may be deleted again'),
});

/** `POST admin/api/fuzzy-keys/generate`. */
export const GeneratedKeyView = z.object({ key: z.string().describe('the public half'), fuzzy_key: FuzzyKeyRow });

/** The result of a rotation. */
export const RotatedKey = z.object({
  key: z.string().describe('the new public half'),
  fuzzy_key: FuzzyKeyRow,
  old_key: FuzzyKeyRow,
});
export type RotatedKey = z.infer<typeof RotatedKey>;

/** `GET admin/api/fuzzy-keys/search`. */
export const FoundKeysView = z.object({ keys: z.array(FuzzyKeyRow) });

/** `GET admin/api/fuzzy-keys`, without its `status`. */
export const FuzzyKeyListView = z.object({
  keys: z.array(FuzzyKeyRow),
  total: z.int().describe('number of matching keys'),
  total_is_capped: z.boolean().describe('more rows match than `total`'),
  next_cursor: nextCursor,
  counts: z
    .object({
      total: z.int(),
      with_email: z.int(),
      stripe: z.int(),
      manual: z.int(),
      deleted: z.int(),
    })
    .describe('counts over all keys'),
});
export type FuzzyKeyListView = z.infer<typeof FuzzyKeyListView>;

/** A row of `GET admin/api/unassociated-keys`. */
export const UnassociatedKeyRow = z.object({
  public_key: z.string(),
  description: z.string(),
  rank: z.int(),
  email: z.string().nullable(),
  is_suspended: z.boolean().describe('until it is assigned'),
  created_at: z.int().describe('Unix seconds'),
});
export type UnassociatedKeyRow = z.infer<typeof UnassociatedKeyRow>;

/** `GET admin/api/unassociated-keys`. */
export const UnassociatedKeyListView = z.object({
  keys: z.array(UnassociatedKeyRow),
  total: z.int().describe('number of matching keys'),
  total_is_capped: z.boolean().describe('more rows match than `total`'),
  next_cursor: nextCursor,
});

/** `GET admin/api/fuzzy-keys/ranks`, by the rank's number. */
export const RankMap = z.record(
  z.string(),
  z.object({
    emoji: z.string(),
    description: z.string(),
    ratelimit: z.object({ rate: z.number().describe('requests per second for one unit') }).nullable(),
  }),
);
export type RankMap = z.infer<typeof RankMap>;
export const RanksView = z.object({ ranks: RankMap.describe("by the rank's number") });

/** Rank and rate of the keys of each Stripe product, by the product's name. */
export const ProductsView = z.object({
  products: z
    .record(
      z.string(),
      z.object({ rank: z.int(), rate: z.number().nullable().describe('requests per second for one unit') }),
    )
    .describe("by the Stripe product's name"),
});

/** An entry of `GET admin/api/fuzzy-keys/map`. */
export const PublicKeyMapEntry = z.object({
  pubkey: z.string(),
  extensions: z.object({
    name: z.string().describe("the key's description"),
    ratelimit: z
      .object({ rate: z.number().describe('requests per second for one unit') })
      .optional()
      .describe('only if the key has its own rate'),
  }),
});
export type PublicKeyMapEntry = z.infer<typeof PublicKeyMapEntry>;
export const PublicKeyMapView = z.object({ keys: z.array(PublicKeyMapEntry) });

/** `GET admin/namemap`. */
export const NameMapView = z
  .record(z.string(), z.string())
  .describe("each key's name in fuzzystat, 13 characters, by its description");

/** `GET account/api/key`. Times are ISO 8601 UTC. */
export const OwnKeyView = z.object({
  public_key: z.string(),
  is_external: z.boolean().describe('created elsewhere; it cannot be rotated here'),
  created_at: time,
  last_used_at: time.nullable(),
  old_keys: z
    .array(z.object({ public_key: z.string(), works_until: time, last_used_at: time.nullable() }))
    .describe('keys that it replaced and that still work'),
});
export type OwnKeyView = z.infer<typeof OwnKeyView>;
