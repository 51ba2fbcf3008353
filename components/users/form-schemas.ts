import { z } from 'zod';
import { isSamePassword, judgePassword } from '#lib/auth/password.ts';
import { Email } from '#lib/email-address/schema.ts';
import { texts } from './error-texts.ts';

const RequiredEmail = z.string().min(1, 'Please enter your email address.').pipe(Email);

export const LoginForm = z.object({ email: RequiredEmail, password: z.string().min(1, 'Please enter your password.') });

export const SecondFactorForm = z.object({ code: z.string().trim().min(1, texts.codeRequired) });

export const SignUpForm = z
  .object({
    email: RequiredEmail,
    password: z.string().refine((value) => judgePassword(value).acceptable, texts.weakPassword),
    confirm_password: z.string(),
  })
  .refine(({ password, confirm_password }) => isSamePassword(password, confirm_password), {
    path: ['confirm_password'],
    message: texts.passwordsDiffer,
    when: () => true,
  });

/** The form for a new password, opened by a mailed link. The server checks the rest of the password policy. */
export const ResetPasswordForm = z
  .object({
    password: z
      .string()
      .min(1, texts.newPasswordRequired)
      .refine((value) => judgePassword(value).longEnough, texts.resetTooShort),
    confirm_password: z.string(),
  })
  .refine(({ password, confirm_password }) => isSamePassword(password, confirm_password), {
    path: ['confirm_password'],
    message: texts.resetPasswordsDiffer,
    when: () => true,
  });

export const ChangePasswordForm = z
  .object({
    current_password: z.string().min(1, texts.currentRequired),
    new_password: z
      .string()
      .min(1, texts.newPasswordRequired)
      .refine((value) => judgePassword(value).longEnough, texts.newTooShort),
    confirm_password: z.string(),
  })
  .refine(({ new_password, confirm_password }) => isSamePassword(new_password, confirm_password), {
    path: ['confirm_password'],
    message: texts.newPasswordsDiffer,
    when: () => true,
  })
  .refine(({ current_password, new_password }) => !new_password || !isSamePassword(new_password, current_password), {
    path: ['new_password'],
    message: texts.newIsCurrent,
    when: () => true,
  });
