import { randomBytes } from 'node:crypto';
import { sha256 } from '#lib/crypto.ts';

const COUNT = 10;
/** Crockford's base32: no i, l, o and u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const FORM = new RegExp(`^[${ALPHABET}]{16}$`);

/** Ten codes of 80 bits each, in groups of four: `k3f9-w2pm-8qzt-51ra`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createCode);

/** The stored hash of a code. Ignores case, spaces and hyphens, and reads o as 0, and i and l as 1. */
export const recoveryCodeHash = (code: string) => sha256(`recovery:${normalise(code)}`);

/** Tells a recovery code (16 characters of the alphabet) from an authenticator's code. */
export const looksLikeRecoveryCode = (code: string) => FORM.test(normalise(code));

const normalise = (code: string) =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

function createCode(): string {
  const text = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join('');
  return text.match(/.{4}/g)?.join('-') ?? text;
}
