/** What a login proves to an application: `acr` and `amr` of its ID token (docs/decisions/0049). */

/** The `acr` of a login with two factors: the policy "Multi-Factor Authentication" of OpenID PAPE 1.0 §4. */
export const TWO_FACTOR_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';
/** The error for a person who cannot log in as the application needs (OpenID Connect Unmet Authentication Requirements). */
export const UNMET = 'unmet_authentication_requirements';

/**
 * Whether these authentication methods are two factors: a password with a code, or a passkey, which we accept only with
 * user verification (NIST SP 800-63B-4 §3.1.7, multi-factor cryptographic authentication).
 */
export const hasTwoFactors = (methods: readonly string[]): boolean =>
  methods.includes('hwk') || (methods.includes('pwd') && methods.includes('otp'));

/** The claims about a login with these methods. RFC 8176 calls several factors `mfa`, in addition to their names. */
export const loginClaims = (methods: readonly string[]): { amr: string[]; acr?: string } =>
  hasTwoFactors(methods) ? { amr: [...methods, 'mfa'], acr: TWO_FACTOR_ACR } : { amr: [...methods] };
