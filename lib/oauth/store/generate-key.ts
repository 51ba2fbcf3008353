import { createHash, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from '#lib/oauth/algorithms.ts';

/** A private key as a JWK (RFC 7517) under its thumbprint. */
export type SigningJwk = JsonWebKey & { kty: string; kid: string; alg: SigningAlgorithm; use: 'sig' };

const generate = promisify(generateKeyPair);

const GENERATORS: Readonly<Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject }>>> = {
  RS256: () => generate('rsa', { modulusLength: 3072 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generate('ed25519'),
};

/** The members that a thumbprint covers, in lexicographic order (RFC 7638 §3.2, RFC 8037 §2). */
const THUMBED: Readonly<Record<string, readonly (keyof JsonWebKey)[]>> = {
  RSA: ['e', 'kty', 'n'],
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
};

/** A new private key for an algorithm: RSA with 3072 bits, P-256 or Ed25519. */
export async function generateSigningKey(alg: SigningAlgorithm): Promise<SigningJwk> {
  const { privateKey } = await GENERATORS[alg]();
  const jwk = privateKey.export({ format: 'jwk' });
  const { kty = '' } = jwk;
  return { ...jwk, kty, kid: thumbprint(jwk), alg, use: 'sig' };
}

/** The public half of a key, under the same `kid`. */
export function toPublicJwk(key: SigningJwk): Record<string, string> {
  const { kty, kid, alg, use } = key;
  const members = Object.entries(createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' }));
  const texts = members.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  return { ...Object.fromEntries(texts), kty, kid, alg, use };
}

function thumbprint(jwk: JsonWebKey): string {
  const members = (THUMBED[jwk.kty ?? ''] ?? []).map((name) => [name, jwk[name]]);
  if (!members.length || members.some(([, value]) => value === undefined))
    throw new Error('the generated key is not as expected');
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url');
}
