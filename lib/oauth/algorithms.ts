/** The algorithms that can sign a client's ID tokens (RFC 7518 §3.1, RFC 8037 §3.1). The first is the default. */
export const SIGNING_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];
