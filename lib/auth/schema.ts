import { z } from 'zod';
import { Email } from '#lib/users/email.ts';
import { NewPassword } from '#lib/users/password.ts';

/** `POST login/email` (spec §7). The password is judged by its hash alone. */
export const LogInInput = z.object({ email: Email, password: z.string().min(1).max(4096) });
export type LogInInput = z.infer<typeof LogInInput>;

/** `POST login/totp`: six digits of the authenticator, or a recovery code. */
export const SecondFactorInput = z.object({ code: z.string().trim().min(1).max(40) });
export type SecondFactorInput = z.infer<typeof SecondFactorInput>;

/** `POST login/again`; `code` where two-factor is on. */
export const LogInAgainInput = z.object({
  password: z.string().min(1).max(4096),
  code: z.string().trim().max(40).optional(),
});
export type LogInAgainInput = z.infer<typeof LogInAgainInput>;

/** `POST change/password` (spec §7). */
export const ChangePasswordInput = z.object({
  current_password: z.string().min(1).max(4096),
  new_password: NewPassword,
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/** `POST forgot/email`. */
export const ForgotPasswordInput = z.object({ email: Email });
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>;

/** `POST reset/email`: what the mailed link carries, and the new password. */
export const ResetPasswordInput = z.object({ email: Email, token: z.string().min(10).max(200), password: NewPassword });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/** `POST reset/form`: the same from a browser without script, where nobody has compared the two passwords yet. */
export const ResetPasswordFormInput = ResetPasswordInput.extend({ confirm_password: z.string() });
