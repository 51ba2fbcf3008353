import { z } from 'zod';
import { ownPath } from '#lib/paths.ts';
import { CountryCode } from './country.ts';
import { Email } from './email.ts';
import { NewPassword } from './password.ts';

/** Travels in the mailed link: one that leads to another site is dropped, not mailed (S39). */
const ReturnUrl = z.string().max(2048).transform(ownPath).optional();

/** `POST signup/email` (spec §7). */
export const SignUpInput = z.object({
  email: Email,
  password: NewPassword,
  return_url: ReturnUrl,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

/** `POST verify/email`: what the mailed link carries. */
export const VerifyEmailInput = z.object({ email: Email, token: z.string().min(10).max(200) });
export type VerifyEmailInput = z.infer<typeof VerifyEmailInput>;

/** `POST verify/resend`. */
export const ResendVerificationInput = z.object({ email: Email, return_url: ReturnUrl });
export type ResendVerificationInput = z.infer<typeof ResendVerificationInput>;

/** `POST signup/form`: the same from a browser without script, where nobody has compared the two passwords yet. */
export const SignUpFormInput = SignUpInput.extend({ confirm_password: z.string() });

/** `POST change/email`: the address to be. */
export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/** `POST change/email/confirm` and `/undo`: what the mailed link carries. */
export const EmailChangeLinkInput = z.object({ token: z.string().min(10).max(200) });
export type EmailChangeLinkInput = z.infer<typeof EmailChangeLinkInput>;

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
