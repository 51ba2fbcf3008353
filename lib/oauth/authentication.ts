/** What a login proves to an application: `acr` and `amr` of its ID token (docs/decisions/0049). */

import { hasTwoFactors } from '#lib/auth/factors/two-factors.ts';

/** The `acr` of a login with two factors: the policy "Multi-Factor Authentication" of OpenID PAPE 1.0 §4. */
export const TWO_FACTOR_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
/** The error for a person who cannot log in as the application needs (OpenID Connect Unmet Authentication Requirements). */
export const UNMET = 'unmet_authentication_requirements';

/** The claims about a login with these methods. RFC 8176 calls several factors `mfa`, in addition to their names. */
export const loginClaims = (methods: readonly string[]): { amr: string[]; acr?: string } =>
  hasTwoFactors(methods) ? { amr: [...methods, 'mfa'], acr: TWO_FACTOR_ACR } : { amr: [...methods] };
