import { judgePassword } from '#lib/auth/password.ts';

/** Length of a password that an admin generates (docs/product.md). */
export const GENERATED_LENGTH = 16;

/** Without characters that are easily confused when a password is read aloud or copied by hand. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyz' + 'ABCDEFGHJKLMNPQRSTUVWXYZ' + '23456789' + '!#$%&*+-=?@^_~';
/**
 * The largest multiple of the alphabet's size in a byte: bytes from here on would favour the beginning of the alphabet.
 */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** Fills the bytes with random values and returns them, as `crypto.getRandomValues` does. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
const secureBytes: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/**
 * A password of 16 characters with at least one lowercase letter, uppercase letter, digit and symbol. All such
 * passwords are equally likely: a candidate that lacks a class is discarded whole, not patched.
 */
export function generatePassword(random: RandomBytes = secureBytes): string {
  for (;;) {
    const password = randomText(random);
    if (judgePassword(password).classes.every(({ met }) => met)) return password;
  }
}

function randomText(random: RandomBytes): string {
  let text = '';
  while (text.length < GENERATED_LENGTH)
    for (const byte of random(new Uint8Array(GENERATED_LENGTH - text.length)))
      if (byte < FAIR_BYTES) text += ALPHABET.charAt(byte % ALPHABET.length);
  return text;
}
