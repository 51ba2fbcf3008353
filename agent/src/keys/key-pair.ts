import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';
const HALF = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{51}y$/;
/** The bytes before the 32 raw bytes in a PKCS #8 X25519 key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Rspamd's base32: least significant bits first, no padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer |= byte << bits;
    bits += 8;
    for (; bits >= 5; bits -= 5, buffer >>>= 5) text += ALPHABET.charAt(buffer & 31);
  }
  return bits > 0 ? text + ALPHABET.charAt(buffer) : text;
}

/** True for 32 bytes in base32: the public or the private half of a key pair. */
export const isHalf = (value: unknown): value is string => typeof value === 'string' && HALF.test(value);

/** A key's name in fuzzystat: its first 8 bytes in base32. */
export const keyIdOf = (publicHalf: string): string => encodeBase32(decodeHalf(publicHalf).subarray(0, 8));

/** A key pair's `id` in the key map: the BLAKE2b hash of its public half. */
export const pairIdOf = (publicHalf: string): string =>
  encodeBase32(createHash('blake2b512').update(decodeHalf(publicHalf)).digest());

/** X25519(private, 9). */
export function publicHalfOf(privateHalf: string): string {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, decodeHalf(privateHalf)]),
    format: 'der',
    type: 'pkcs8',
  });
  return encodeBase32(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));
}

/** The 32 bytes of a half. */
function decodeHalf(half: string): Buffer {
  const bytes = Buffer.alloc(32);
  for (let index = 0; index < 51; index++) {
    const value = ALPHABET.indexOf(half.charAt(index));
    const [at, shift] = [(index * 5) >> 3, (index * 5) & 7];
    bytes[at] = (bytes[at] ?? 0) | (value << shift);
    if (shift > 3 && at < 31) bytes[at + 1] = (bytes[at + 1] ?? 0) | (value >> (8 - shift));
  }
  return bytes;
}
