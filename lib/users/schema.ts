import { z } from 'zod';
import type { AuditEventView } from '#lib/audit/schema.ts';
import type { FuzzyKeyRow, KeyState } from '#lib/fuzzy-keys/schema.ts';
import { CountryCode } from './country.ts';
import { Email } from './email.ts';
import { NewPassword } from './password.ts';

/** `POST signup/email` (spec §7); `return_url` travels in the mailed link (decisions §8). */
export const SignUpInput = z.object({
  email: Email,
  password: NewPassword,
  return_url: z.string().max(2048).optional(),
});
export type SignUpInput = z.infer<typeof SignUpInput>;

/** `POST verify/email`: what the mailed link carries. */
export const VerifyEmailInput = z.object({ email: Email, token: z.string().min(10).max(200) });
export type VerifyEmailInput = z.infer<typeof VerifyEmailInput>;

/** `POST verify/resend`. */
export const ResendVerificationInput = z.object({ email: Email, return_url: z.string().max(2048).optional() });
export type ResendVerificationInput = z.infer<typeof ResendVerificationInput>;

/** `POST signup/form`: the same from a browser without script, where nobody has compared the two passwords yet. */
export const SignUpFormInput = SignUpInput.extend({ confirm_password: z.string() });

/** `POST change/email`: the address to be. */
export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/** `POST change/email/confirm` and `/undo`: what the mailed link carries. */
export const EmailChangeLinkInput = z.object({ token: z.string().min(10).max(200) });
export type EmailChangeLinkInput = z.infer<typeof EmailChangeLinkInput>;

/** `GET account/api/email`. Times are ISO 8601 UTC. */
export type EmailAddressView = {
  email: string | null;
  /** a change that the new address has not confirmed yet */
  waiting: { new_email: string; expires_at: string } | null;
  /** the last change, while the link in the mail to the old address can undo it */
  undoable: { old_email: string; expires_at: string } | null;
};

/** An entry of `subscriptions`: what Stripe says and the key that goes with it, or a key that an admin gave (stripe_* null). */
export type AdminSubscriptionView = {
  stripe_subscription_id: string | null;
  stripe_subscription_status: string | null;
  stripe_product_id: string | null;
  stripe_quantity: number | null;
  public_key: string | null;
  /** name of the Stripe product */
  product: string | null;
  /** of the key, or of the subscription while it has none */
  quantity: number;
  key_description: string | null;
  key_state: KeyState | null;
  /** made elsewhere: its private half is not ours */
  is_external: boolean;
};

/** A person in the calls of admins (spec §3). Times are ISO 8601 UTC. */
export type AdminUserView = {
  id: string;
  email: string | null;
  email_verified: boolean;
  is_admin: boolean;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  /** a customer at Stripe: the person cannot be deleted */
  has_stripe: boolean;
  custom_limits: {
    /** requests a day */
    daily_limit: number | null;
    is_blocked: boolean;
    custom_key: string | null;
    notes: string | null;
  };
  /** the newest subscription first, then the keys that an admin gave */
  subscriptions: AdminSubscriptionView[];
  /** counts edits; sent back with a change, it keeps two admins from overwriting each other (R24) */
  version: number;
  has_password: boolean;
  has_two_factor: boolean;
  blocked_at: string | null;
  created_at: string;
  last_seen_at: string | null;
};

/** Of all users; subscriptions are those that Stripe calls active, past_due or trialing (spec §4). */
export type UserCounts = { total: number; active_subscriptions: number; admins: number; blocked: number };

/** `GET admin/api/users` (decisions §3). `total` is what the filters leave; a capped one means: at least so many. */
export type UserListView = {
  users: AdminUserView[];
  total: number;
  total_is_capped: boolean;
  next_cursor: string | null;
  counts: UserCounts;
};

/** `GET admin/api/users/{id}`: what the panel beside the list shows. Times are ISO 8601 UTC. */
export type AdminUserDetailView = {
  user: AdminUserView;
  stripe_customer_id: string | null;
  /** all of them, deleted and replaced ones too */
  keys: FuzzyKeyRow[];
  sessions: { count: number; last: { device: string; ip: string | null; last_seen_at: string } | null };
  two_factor: { totp: boolean; passkeys: number };
  connected_apps: number;
  /** the newest events by or about the person */
  audit: AuditEventView[];
};

/** `GET admin/api/search`: at most ten of each, for the command palette. */
export type PaletteView = {
  users: { id: string; email: string | null; is_admin: boolean; is_blocked: boolean }[];
  keys: {
    description: string;
    public_key: string;
    email: string | null;
    user_id: string | null;
    state: KeyState;
  }[];
};

/** What a form sends for a field that was left empty. */
const emptyIs = <T>(value: T, schema: z.ZodType<T>) => z.preprocess((given) => (given === '' ? value : given), schema);
const UserId = z.uuid().toLowerCase();
const DailyLimit = z.int().min(0).max(2_000_000_000);
/** Of several lines. */
const Notes = z
  .string()
  .max(5000)
  .regex(/^[\P{Cc}\n\r\t]*$/u);
/** Judged by the verb, so that another form is 422. */
const PublicKey = z.string().trim().max(200);

/** `POST admin/api/manual-users` (spec §7); the empty text counts as absent. */
export const CreateManualUserInput = z.object({
  email: Email,
  password: NewPassword,
  country: CountryCode,
  rank: z.int().min(0).max(1000).default(50),
  custom_key: emptyIs(undefined, PublicKey.optional()),
  daily_limit: DailyLimit.nullable().default(null),
  notes: emptyIs(null, Notes.nullable().default(null)),
});
export type CreateManualUserInput = z.infer<typeof CreateManualUserInput>;

/** `POST admin/api/users/from-key` (spec §7). */
export const CreateUserFromKeyInput = z.object({
  email: Email,
  password: NewPassword,
  country: CountryCode,
  public_key: PublicKey,
});
export type CreateUserFromKeyInput = z.infer<typeof CreateUserFromKeyInput>;

/** `PUT admin/api/users` (decisions §5): absent = unchanged, null (or the empty text) = cleared. */
export const UpdateUserInput = z.object({
  user_id: UserId,
  /** of the row that was edited; a stale one is refused */
  version: z.int().optional(),
  email: emptyIs(null, Email.nullable()).optional(),
  country: emptyIs(null, CountryCode.nullable()).optional(),
  daily_limit: DailyLimit.nullable().optional(),
  is_blocked: z.boolean().optional(),
  is_admin: z.boolean().optional(),
  custom_key: emptyIs(null, PublicKey.nullable()).optional(),
  notes: emptyIs(null, Notes.nullable()).optional(),
  reset_password: z.boolean().default(false),
  new_password: emptyIs(null, NewPassword.nullable().default(null)),
});
export type UpdateUserInput = z.infer<typeof UpdateUserInput>;

/** `DELETE admin/api/users/{id}`: the person's address, typed. The verb compares it, so that any other text is 422. */
export const DeleteUserInput = z.object({ email: z.string().max(400).nullish() }).optional();
export type DeleteUserInput = z.infer<typeof DeleteUserInput>;

/** `POST admin/api/users/block`; `dry_run` says what would happen. */
export const BlockUsersInput = z.object({
  ids: z.array(UserId).min(1).max(200),
  blocked: z.boolean(),
  dry_run: z.boolean().default(false),
});
export type BlockUsersInput = z.infer<typeof BlockUsersInput>;

type Named = { id: string; email: string | null };
/** The answer: the reverse call with the ids of `changed` undoes it. */
export type BlockUsersView = {
  dry_run: boolean;
  changed: Named[];
  /** are so already */
  unchanged: Named[];
  refused: (Named & { reason: string })[];
};
