/**
 * Whether these authentication methods are two factors: a password with a code, or a passkey, which we accept only with
 * user verification (NIST SP 800-63B-4 §3.1.7, multi-factor cryptographic authentication).
 */
export const hasTwoFactors = (methods: readonly string[]): boolean =>
  methods.includes('hwk') || (methods.includes('pwd') && methods.includes('otp'));
