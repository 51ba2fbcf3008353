import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';

/** Rspamd's alphabet: the letters of z-base-32, but packed from the least significant bit. */
export const BASE32_ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';

/** Encodes bytes as Rspamd does: bit 0 of byte 0 first, five bits per letter, lower case, no padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer |= byte << bits;
    bits += 8;
    for (; bits >= 5; bits -= 5, buffer >>>= 5) text += BASE32_ALPHABET.charAt(buffer & 31);
  }
  return bits > 0 ? text + BASE32_ALPHABET.charAt(buffer) : text;
}

/** Decodes Rspamd's base32. Throws for a letter outside the alphabet, an impossible length, or leftover bits. */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (const letter of text) {
    const value = BASE32_ALPHABET.indexOf(letter);
    if (value < 0) throw new Error("not Rspamd's base32");
    buffer |= value << bits;
    bits += 5;
    if (bits < 8) continue;
    bytes[length++] = buffer & 255;
    buffer >>>= 8;
    bits -= 8;
  }
  if (bits >= 5 || buffer !== 0) throw new Error("not Rspamd's base32");
  return bytes;
}

/** A Curve25519 pair in Rspamd's base32, 52 characters each. Only the public half may leave the process unsealed. */
export type KeyPair = { publicKey: string; privateKey: string };

const KEY_FORM = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{51}y$/;
/** The bytes before the 32 raw bytes of a PKCS #8 X25519 key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Creates a pair. The private half is clamped (RFC 7748 §5). */
export function createKeyPair(): KeyPair {
  const bytes = randomBytes(32);
  bytes.writeUInt8(bytes.readUInt8(0) & 248, 0);
  bytes.writeUInt8((bytes.readUInt8(31) & 127) | 64, 31);
  const privateKey = encodeBase32(bytes);
  return { publicKey: publicKeyOf(privateKey), privateKey };
}

/** The public half for a private half: X25519(private, 9). Throws if the text is not a key. */
export function publicKeyOf(privateKey: string): string {
  if (!KEY_FORM.test(privateKey)) throw new Error('not a private key of the fuzzy storage');
  const der = Buffer.concat([PKCS8_PREFIX, decodeBase32(privateKey)]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return encodeBase32(key.export({ format: 'der', type: 'spki' }).subarray(-32));
}

/** Whether a text has the form of a public key: 52 letters of the alphabet, the last one `y`. */
export const isPublicKey = (text: string): boolean => KEY_FORM.test(text);

/** The key id, which is the key's name in fuzzystat: the first 8 bytes as 13 characters. */
export const keyIdOf = (publicKey: string): string => encodeBase32(decodeBase32(publicKey).subarray(0, 8));

/** The key's `id` in the key map: BLAKE2b-512 of the raw public half, 103 characters. */
export const rspamdId = (publicKey: string): string =>
  encodeBase32(createHash('blake2b512').update(decodeBase32(publicKey)).digest());

/** Throws if the halves do not belong together: Rspamd would not notice, and every request with them would fail. */
export function assertPair({ publicKey, privateKey }: KeyPair): void {
  if (publicKeyOf(privateKey) !== publicKey) throw new Error('the two halves of the key do not belong together');
}
