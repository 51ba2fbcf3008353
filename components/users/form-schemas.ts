import { z } from 'zod';
import { Email } from '#lib/users/email.ts';
import { judgePassword, PASSWORD_MIN } from '#lib/users/password.ts';
import { texts } from './error-texts.ts';

const RequiredEmail = z.string().min(1, 'Please enter your email address.').pipe(Email);

export const LoginForm = z.object({ email: RequiredEmail, password: z.string().min(1, 'Please enter your password.') });

export const SignUpForm = z
  .object({
    email: RequiredEmail,
    password: z.string().refine((value) => judgePassword(value).acceptable, texts.weakPassword),
    confirm_password: z.string(),
  })
  .refine(({ password, confirm_password }) => password === confirm_password, {
    path: ['confirm_password'],
    message: texts.passwordsDiffer,
    when: () => true,
  });

/** A new password by a mailed link (spec §5); the server judges the rest of the policy. */
export const ResetPasswordForm = z
  .object({
    password: z
      .string()
      .min(1, texts.newPasswordRequired)
      .refine((value) => value.length >= PASSWORD_MIN, texts.resetTooShort),
    confirm_password: z.string(),
  })
  .refine(({ password, confirm_password }) => password === confirm_password, {
    path: ['confirm_password'],
    message: texts.resetPasswordsDiffer,
    when: () => true,
  });
