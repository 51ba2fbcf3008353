import { z } from 'zod';
import { Email } from '#lib/users/email.ts';
import { NewPassword } from '#lib/users/password.ts';

/** `POST login/email` (spec §7). The password is judged by its hash alone. */
export const LogInInput = z.object({ email: Email, password: z.string().min(1).max(4096) });
export type LogInInput = z.infer<typeof LogInInput>;

/** `POST forgot/email`. */
export const ForgotPasswordInput = z.object({ email: Email });
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>;

/** `POST reset/email`: what the mailed link carries, and the new password. */
export const ResetPasswordInput = z.object({ email: Email, token: z.string().min(10).max(200), password: NewPassword });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/** `POST reset/form`: the same from a browser without script, where nobody has compared the two passwords yet. */
export const ResetPasswordFormInput = ResetPasswordInput.extend({ confirm_password: z.string() });
