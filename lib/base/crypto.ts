import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { env } from './settings/env.ts';
import { plainCode } from './text/typed-code.ts';

/** Derives a 32-byte key from a setting, a different one for each purpose (HKDF-SHA256, RFC 5869). */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'rspamd-premium', purpose, 32));
}

/** SHA-256 of a text or bytes. Random tokens are stored this way. */
export const sha256 = (value: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hash('sha256', value, 'buffer'));

/** 256 random bits in base64url, 43 characters. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** Crockford's base32: no i, l, o and u, which are easily misread. */
const CODE_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A code of 80 random bits for people to read and type, in groups of four: `k3f9-w2pm-8qzt-51ra`. */
export function randomCode(): string {
  const text = [...randomBytes(16)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
  return text.match(/.{4}/g)?.join('-') ?? text;
}

/** A typed code of `randomCode` as it is compared: `plainCode`, with o read as 0, and i and l as 1. */
export const normaliseCode = (code: string): string => plainCode(code).replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Compares two secrets in time that does not depend on where they differ. */
export const equalInConstantTime = (a: string | Uint8Array, b: string | Uint8Array) =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/**
 * Encrypts with the first key of KEY_ENCRYPTION_KEY (AES-256-GCM). `unseal` needs the same `purpose`. Layout: 1 byte
 * version (1), 4 bytes key id, 12 bytes nonce, 16 bytes tag, ciphertext.
 */
export function seal(plain: string | Uint8Array, purpose: string): Uint8Array<ArrayBuffer> {
  const [current] = keyring(purpose);
  if (!current) throw new Error('KEY_ENCRYPTION_KEY is empty');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Uint8Array.from(Buffer.concat([Buffer.of(1), current.id, nonce, cipher.getAuthTag(), body]));
}

/** Decrypts a sealed value with the key that it names. Throws if the value was changed or the key is gone. */
export function unseal(sealed: Uint8Array, purpose: string): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < 33 || bytes[0] !== 1) throw new Error('not a sealed value');
  const entry = keyring(purpose).find(({ id }) => id.equals(bytes.subarray(1, 5)));
  if (!entry) throw new Error('sealed with a key that KEY_ENCRYPTION_KEY no longer holds');
  const decipher = createDecipheriv('aes-256-gcm', entry.key, bytes.subarray(5, 17));
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(17, 33));
  return Buffer.concat([decipher.update(bytes.subarray(33)), decipher.final()]);
}

/** True if a value is sealed with the first key of KEY_ENCRYPTION_KEY. */
export const isSealedWithCurrentKey = (sealed: Uint8Array, purpose: string): boolean =>
  keyring(purpose)[0]?.id.equals(sealed.subarray(1, 5)) ?? false;

const rings = new Map<string, { id: Buffer; key: Buffer }[]>();

function keyring(purpose: string) {
  const known = rings.get(purpose);
  if (known) return known;
  const ring = env().KEY_ENCRYPTION_KEY.map((secret) => ({
    id: deriveKey(secret, 'key-id').subarray(0, 4),
    key: deriveKey(secret, `seal:${purpose}`),
  }));
  rings.set(purpose, ring);
  return ring;
}
