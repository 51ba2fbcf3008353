import { z } from 'zod';
import { Password, RepeatedPassword } from '#lib/auth/password.ts';
import { ownPath } from '#lib/base/paths.ts';
import { oneLine, text, trimmed } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';

/** Becomes part of the mailed link, so a URL of another site is dropped (S39). */
export const ReturnUrl = text(2048).transform(ownPath).optional();

/** `POST signup/email`. */
export const SignUpInput = z.object({
  email: Email,
  password: Password,
  return_url: ReturnUrl,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

/** `POST verify/email`: the contents of the mailed link; outside the browser that signed up, also a password. */
export const VerifyEmailInput = z.object({
  email: Email,
  token: text(200).min(10),
  password: Password.optional(),
});
export type VerifyEmailInput = z.infer<typeof VerifyEmailInput>;

/** `POST verify/resend`. */
export const ResendVerificationInput = z.object({ email: Email, return_url: ReturnUrl });
export type ResendVerificationInput = z.infer<typeof ResendVerificationInput>;

/** `POST signup/form`: sign-up without JavaScript, so the server compares the two passwords. */
export const SignUpFormInput = SignUpInput.extend({ confirm_password: RepeatedPassword });

/** `POST login/email`. The password policy does not apply: the stored hash alone decides. */
export const LogInInput = z.object({ email: Email, password: Password });
export type LogInInput = z.infer<typeof LogInInput>;

/** `POST login/totp`: six digits or a recovery code. `POST account/api/two-factor/enable`: six digits. */
export const SecondFactorInput = z.object({ code: trimmed(40).min(1) });
export type SecondFactorInput = z.infer<typeof SecondFactorInput>;

/** `POST login/again`. `code` is required if two-factor is on. */
export const LogInAgainInput = z.object({
  password: Password,
  code: trimmed(40).optional(),
});
export type LogInAgainInput = z.infer<typeof LogInAgainInput>;

/** `POST change/password`. */
export const ChangePasswordInput = z.object({
  current_password: Password,
  new_password: Password,
});
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

/** `POST forgot/email`. */
export const ForgotPasswordInput = z.object({ email: Email });
export type ForgotPasswordInput = z.infer<typeof ForgotPasswordInput>;

/** `POST reset/email`: the contents of the mailed link, and the new password. */
export const ResetPasswordInput = z.object({ email: Email, token: text(200).min(10), password: Password });
export type ResetPasswordInput = z.infer<typeof ResetPasswordInput>;

/** `POST reset/form`: `POST reset/email` without JavaScript, so the server compares the two passwords. */
export const ResetPasswordFormInput = ResetPasswordInput.extend({ confirm_password: RepeatedPassword });

/** A request without input: no body, or an empty object. */
export const NoInput = z.object({}).optional();

const base64Url = (most = 16_000) => text(most).regex(/^[A-Za-z0-9_-]+$/);
/** At most 1023 bytes (WebAuthn §7.1), in base64url. */
export const CredentialId = base64Url(1364);
const credential = z.object({ id: CredentialId, rawId: CredentialId, type: z.literal('public-key') });
const passkeyName = oneLine(60, 'A name cannot contain control characters.', 'A name has at most 60 characters.');

/** How many passkeys a user may have. */
export const MAX_PASSKEYS = 20;
export const canAddPasskey = (count: number) => count < MAX_PASSKEYS;

/**
 * `POST account/api/passkeys`: the result of `navigator.credentials.create()`. A passkey without a name is named after
 * the browser.
 */
export const CreatePasskeyInput = z.object({
  name: passkeyName.default(''),
  response: credential.extend({
    response: z.object({
      clientDataJSON: base64Url(),
      attestationObject: base64Url(),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,20}$/))
        .max(10)
        .default([]),
    }),
  }),
});
export type CreatePasskeyInput = z.infer<typeof CreatePasskeyInput>;

/** `PATCH account/api/passkeys/{id}`. */
export const UpdatePasskeyInput = z.object({ name: passkeyName.min(1, 'Please give it a name.') });
export type UpdatePasskeyInput = z.infer<typeof UpdatePasskeyInput>;

/** `POST login/passkey`: the result of `navigator.credentials.get()`. */
export const PasskeyLogInInput = z.object({
  response: credential.extend({
    response: z.object({
      clientDataJSON: base64Url(),
      authenticatorData: base64Url(),
      signature: base64Url(),
      userHandle: base64Url(100).nullish(),
    }),
  }),
});
export type PasskeyLogInInput = z.infer<typeof PasskeyLogInInput>;

/** Path parameters of a session or passkey. Lower-cased, so that every spelling names the same row (S47). */
export const IdParams = z.object({ id: z.uuid().toLowerCase() });
