import type { LoginRefusal } from './views.ts';

/** Why a login was refused, for screens. */
export const LOGIN_REFUSAL_TEXTS: Readonly<Record<LoginRefusal, string>> = {
  credentials: 'wrong password',
  second_factor: 'wrong code',
  changed_meanwhile: 'the account was changed during the login',
  passkey: 'passkey not accepted',
  rate_limited: 'too many attempts',
  email_not_verified: 'address not verified',
  user_blocked: 'account blocked',
};
