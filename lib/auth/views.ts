import { z } from 'zod';

/** The response of the login endpoints. */
export const LoginOutcomeView = z.object({
  status: z
    .enum(['ok', 'totp_required'])
    .describe('totp_required: no session yet; `POST /login/totp` completes the login'),
});

/** `POST verify/email`. */
export const EmailVerifiedView = z.object({
  status: z.literal('ok'),
  logged_in: z.boolean().describe('this browser signed up, and has a session now'),
});

/** `GET account/api/email`. Times are ISO 8601 UTC. */
export const EmailAddressView = z.object({
  email: z.string().nullable(),
  waiting: z
    .object({ new_email: z.string(), expires_at: z.iso.datetime() })
    .nullable()
    .describe('a change that the new address has not confirmed yet'),
  undoable: z
    .object({ old_email: z.string(), expires_at: z.iso.datetime() })
    .nullable()
    .describe('the last change, as long as the link mailed to the old address can undo it'),
});
export type EmailAddressView = z.infer<typeof EmailAddressView>;

/** `GET account/api/two-factor`. */
export const TwoFactorView = z.object({
  enabled: z.boolean(),
  enabled_at: z.iso.datetime().nullable(),
  recovery_codes_left: z.int(),
  has_passkeys: z.boolean(),
});
export type TwoFactorView = z.infer<typeof TwoFactorView>;

/** The secret for an authenticator app. */
export const TotpSecretView = z.object({
  secret: z.string().describe('base32'),
  uri: z.string().describe('the same secret as an otpauth:// URI'),
  qr: z.string().describe('the URI as a QR code, in SVG'),
});
export type TotpSecretView = z.infer<typeof TotpSecretView>;

/** The ten recovery codes in plain text. */
export const RecoveryCodesView = z.object({
  recovery_codes: z.array(z.string()).describe('shown only in this response'),
});
export type RecoveryCodesView = z.infer<typeof RecoveryCodesView>;

/** One of the caller's passkeys. */
export const PasskeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  is_backed_up: z.boolean().describe('synchronised between devices'),
  transports: z.array(z.string()),
});
export type PasskeyView = z.infer<typeof PasskeyView>;

/** `GET account/api/passkeys`. */
export const PasskeyListView = z.object({ passkeys: z.array(PasskeyView) });

/** Options for `navigator.credentials.create()` and `.get()`, in WebAuthn's JSON form. */
export const PasskeyOptionsView = z
  .looseObject({ challenge: z.string() })
  .describe('PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn');

/** A browser where the user is logged in. Times are ISO 8601 UTC. */
export const SessionView = z.object({
  id: z.uuid(),
  device: z.string().describe('for example: Firefox 145 on Linux'),
  ip: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  is_current: z.boolean(),
  amr: z.array(z.string()).describe('authentication methods: pwd, otp, hwk (RFC 8176)'),
});
export type SessionView = z.infer<typeof SessionView>;

/** `GET account/api/sessions`. */
export const SessionListView = z.object({ sessions: z.array(SessionView) });

/** `DELETE account/api/sessions`. */
export const EndedSessionsView = z.object({ ended: z.int().describe('number of sessions ended') });

/** Why a login was refused, as recorded in the audit log. */
export const LOGIN_REFUSALS = [
  'credentials',
  'second_factor',
  'passkey',
  'email_not_verified',
  'user_blocked',
  'changed_meanwhile',
  'rate_limited',
] as const;
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number];

/** An attempt to log in, or to confirm a login. */
export const LoginView = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(['ok', 'refused']),
  reason: z.enum(LOGIN_REFUSALS).nullable().describe('why it was refused'),
  is_confirmation: z.boolean().describe('the user was already logged in and was asked for the password again'),
  device: z.string(),
  ip: z.string().nullable(),
});
export type LoginView = z.infer<typeof LoginView>;

/** `GET account/api/logins`. */
export const LoginListView = z.object({ logins: z.array(LoginView) });

/** `GET admin/api/status`. */
export const AdminStatusView = z.object({ is_admin: z.boolean() });
