import { z } from 'zod';
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
