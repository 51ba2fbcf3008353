import { z } from 'zod';
import { judgePassword } from '#lib/auth/password.ts';
import { text } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';

const DAILY_LIMIT_MAX = 2_000_000_000;

/** Requests a day, as typed. Empty means the default limit. */
const DailyLimitText = z
  .string()
  .trim()
  .regex(/^\d*$/, 'Please enter a whole number, or nothing.')
  .transform((text) => (text === '' ? null : Number(text)))
  .refine((limit) => limit === null || limit <= DAILY_LIMIT_MAX, 'At most 2,000,000,000.');

const orNull = (text: string) => text || null;
const TextOrNull = z.string().trim().transform(orNull);
const Notes = text(5000, 'At most 5,000 characters.').transform(orNull);

const STRONG = 'At least 12 characters and 3 of 4: uppercase, lowercase, digits, punctuation.';
const isStrong = (password: string) => judgePassword(password).acceptable;

/** The fields of a new user, except the password. */
const NewUser = z.object({
  email: z.string().trim().min(1, 'Please enter an email address.').pipe(Email),
  country: z.string().min(1, 'Please choose a country.'),
  use_existing_key: z.boolean(),
  selected_key: z.string().nullish(),
  rank: z.string().transform(Number),
  custom_key: TextOrNull,
  daily_limit: DailyLimitText,
  notes: Notes,
});
const hasKey = ({ use_existing_key, selected_key }: { use_existing_key: boolean; selected_key?: unknown }) =>
  !use_existing_key || Boolean(selected_key);
const KEY_MISSING = { path: ['selected_key'], message: 'Please choose a key.', when: () => true };

export const InviteUserForm = NewUser.refine(hasKey, KEY_MISSING);
export type InviteUserForm = z.output<typeof InviteUserForm>;

export const CreateUserForm = NewUser.extend({
  password: z.string().min(1, 'Please enter a password.').refine(isStrong, STRONG),
}).refine(hasKey, KEY_MISSING);
export type CreateUserForm = z.output<typeof CreateUserForm>;

export const EditUserForm = z.object({
  email: z
    .string()
    .trim()
    .transform(orNull)
    .pipe(z.union([z.null(), Email])),
  daily_limit: DailyLimitText,
  is_blocked: z.boolean(),
  is_admin: z.boolean(),
  custom_key: TextOrNull,
  notes: Notes,
  reset_password: z.boolean(),
  new_password: z
    .string()
    .optional()
    .refine((password) => !password || isStrong(password), STRONG),
});
export type EditUserForm = z.output<typeof EditUserForm>;
