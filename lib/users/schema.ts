import { z } from 'zod';
import { Password } from '#lib/auth/password.ts';
import { rowVersion } from '#lib/base/numbers.ts';
import { text, trimmed } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';
import { CountryCode } from './country.ts';

/** `POST change/email`: the new address. */
export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/** `POST change/email/confirm` and `/undo`: the contents of the mailed link. */
export const EmailChangeLinkInput = z.object({ token: text(200).min(10) });
export type EmailChangeLinkInput = z.infer<typeof EmailChangeLinkInput>;

/** Replaces the empty string that a form sends for an empty field. */
const emptyIs = <T>(value: T, schema: z.ZodType<T>) => z.preprocess((given) => (given === '' ? value : given), schema);
const UserId = z.uuid().toLowerCase();
const DailyLimit = z.int().min(0).max(2_000_000_000);
/** May have several lines. */
const Notes = text(5000).regex(/^[\P{Cc}\n\r\t]*$/u);
/** `assertPublicKey` checks the format, so that a malformed key gets a 422, not a 400. */
const PublicKey = trimmed(200);

/** `POST admin/api/manual-users`. An empty string counts as absent. */
export const CreateManualUserInput = z.object({
  email: Email,
  password: Password,
  country: CountryCode,
  rank: z.int().min(0).max(1000).default(50),
  custom_key: emptyIs(undefined, PublicKey.optional()),
  daily_limit: DailyLimit.nullable().default(null),
  notes: emptyIs(null, Notes.nullable().default(null)),
});
export type CreateManualUserInput = z.infer<typeof CreateManualUserInput>;

/** `POST admin/api/users/from-key`. */
export const CreateUserFromKeyInput = z.object({
  email: Email,
  password: Password,
  country: CountryCode,
  public_key: PublicKey,
});
export type CreateUserFromKeyInput = z.infer<typeof CreateUserFromKeyInput>;

/** `POST admin/api/users/invite`: with a new key, with the key that the user brings, or with a key without an owner. */
export const InviteUserInput = CreateManualUserInput.omit({ password: true }).extend({
  /** a key without an owner, sent instead of rank, limit, key and notes */
  public_key: emptyIs(undefined, PublicKey.optional()),
});
export type InviteUserInput = z.infer<typeof InviteUserInput>;

/**
 * `PUT admin/api/users`. An absent field stays unchanged. Null or an empty string clears `email`, `country`,
 * `custom_key` and `notes`; null clears `daily_limit`.
 */
export const UpdateUserInput = z.object({
  user_id: UserId,
  /** A stale version is refused (R24). */
  version: rowVersion.optional(),
  email: emptyIs(null, Email.nullable()).optional(),
  country: emptyIs(null, CountryCode.nullable()).optional(),
  daily_limit: DailyLimit.nullable().optional(),
  is_blocked: z.boolean().optional(),
  is_admin: z.boolean().optional(),
  custom_key: emptyIs(null, PublicKey.nullable()).optional(),
  notes: emptyIs(null, Notes.nullable()).optional(),
  reset_password: z.boolean().default(false),
  new_password: emptyIs(null, Password.nullable().default(null)),
});
export type UpdateUserInput = z.infer<typeof UpdateUserInput>;

/**
 * `DELETE admin/api/users/{id}`: the user's address, typed. `deleteUser` compares it, so that any other text gets a
 * 422.
 */
export const DeleteUserInput = z.object({ email: text(400).nullish() }).optional();
export type DeleteUserInput = z.infer<typeof DeleteUserInput>;

/** `POST admin/api/users/block`. `dry_run` only previews the result. */
export const BlockUsersInput = z.object({
  ids: z.array(UserId).min(1).max(200),
  blocked: z.boolean(),
  dry_run: z.boolean().default(false),
  end_subscriptions: z
    .boolean()
    .optional()
    .describe('with `blocked`: also end the subscriptions in `charged` at Stripe, immediately and for good'),
});
export type BlockUsersInput = z.infer<typeof BlockUsersInput>;
