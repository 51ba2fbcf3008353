import { z } from 'zod';
import { rowVersion } from '#lib/base/numbers.ts';
import { NO_CONTROLS, oneLine, text } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';
import type { KeyState } from './views.ts';

/** A key as other domains see it, without the private half. */
export type FuzzyKeyView = {
  id: number;
  description: string;
  publicKey: string;
  /** its name in fuzzystat */
  keyId: string;
  rank: number;
  quantity: number;
  /** requests per second for one unit; null: the rank's */
  rate: number | null;
  /** in addition to those of the rank */
  forbiddenFlags: number[];
  email: string | null;
  accountId: string | null;
  subscriptionId: string | null;
  state: KeyState;
  /** entered by an admin; we do not have its private half */
  isExternal: boolean;
  /** the key that replaced it in a rotation */
  replacedById: number | null;
  /** end of a rotated key's grace period */
  worksUntil: Date | null;
  version: number;
  createdAt: Date;
};

/** Why an admin may want to look at a key: its usage is over the limit, it has fallen silent, or it may be shared. */
export const ATTENTIONS = ['over', 'silent', 'spread'] as const;
export type Attention = (typeof ATTENTIONS)[number];
/**
 * A key that was used from more networks than this in so many days (/24 for IPv4, /64 for IPv6) may be shared. Repeated
 * in prisma/indexes.sql.
 */
export const SPREAD_NETWORKS = 10;
export const SPREAD_DAYS = 7;

/** The properties of a new key. `rate` is per unit. */
export type CreateFuzzyKeyInput = {
  description: string;
  rank: number;
  quantity: number;
  rate?: number | null;
  forbiddenFlags?: readonly number[];
  email: string | null;
  accountId: string | null;
  subscriptionId: string | null;
};

/** The part of a key that follows from a plan. What is absent stays. */
export type FuzzyKeyPlanInput = {
  rank?: number;
  quantity?: number;
  forbiddenFlags?: readonly number[];
  rate?: number | null;
};

/** How long a rotated key keeps working. */
export const GRACES = ['now', '1h', '24h', '7d'] as const;
export type Grace = (typeof GRACES)[number];

const named = {
  description: text(300).min(1).regex(NO_CONTROLS),
};
/** null and the empty string both mean no email. */
const emailOrNone = z.union([z.literal('').transform(() => null), z.null(), Email]);
const version = rowVersion.optional();
const rank = z.int().min(0).max(1000);

/** `POST admin/api/fuzzy-keys/generate`. */
export const GenerateFuzzyKeyInput = z.object({
  description: oneLine(
    200,
    'A description has no control characters.',
    'A description has at most 200 characters.',
  ).min(1, 'Please describe the key.'),
  email: emailOrNone.default(null),
  rank: rank.default(0),
  quantity: z.int().min(1).max(1_000_000).default(1),
});
export type GenerateFuzzyKeyInput = z.infer<typeof GenerateFuzzyKeyInput>;

/** The query of `GET admin/namemap`: one key's entry instead of all. */
export const NameMapQuery = z.object(named).partial();

/** `POST admin/api/fuzzy-keys/delete` and `/undelete`, and the query of `/networks`: the key with this description. */
export const NamedKeyInput = z.object(named);
export type NamedKeyInput = z.infer<typeof NamedKeyInput>;

/** `POST admin/api/fuzzy-keys/set-email`. A stale `version` is refused. */
export const SetEmailInput = z.object({ ...named, email: emailOrNone, version });
export type SetEmailInput = z.infer<typeof SetEmailInput>;

/** `POST admin/api/fuzzy-keys/set-rank`. */
export const SetRankInput = z.object({ ...named, rank, version });
export type SetRankInput = z.infer<typeof SetRankInput>;

/** `POST admin/api/assign-key`. */
export const AssignKeyInput = z.object({ ...named, user_id: z.uuid().toLowerCase() });
export type AssignKeyInput = z.infer<typeof AssignKeyInput>;

/** `POST account/api/key/rotate`. */
export const RotateOwnKeyInput = z.object({ grace: z.enum(GRACES) });
export type RotateOwnKeyInput = z.infer<typeof RotateOwnKeyInput>;

/** `POST admin/api/fuzzy-keys/rotate`. */
export const RotateFuzzyKeyInput = RotateOwnKeyInput.extend(named);
export type RotateFuzzyKeyInput = z.infer<typeof RotateFuzzyKeyInput>;
