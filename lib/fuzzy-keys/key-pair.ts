import { createHash, createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { decodeBase32, encodeBase32 } from './base32.ts';

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
