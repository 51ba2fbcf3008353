import { judgePassword } from './password.ts';

/** An admin-generated password has 16 characters (spec §9). */
export const GENERATED_LENGTH = 16;

/** Without the characters that are taken for one another when a password is read aloud or copied by hand. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyz' + 'ABCDEFGHJKLMNPQRSTUVWXYZ' + '23456789' + '!#$%&*+-=?@^_~';
/** The most multiples of the alphabet's size that fit a byte: bytes from here on would favour its beginning. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/** Fills the bytes with random values and returns them, as `crypto.getRandomValues` does. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
const secureBytes: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/**
 * A password of 16 characters with at least one lowercase letter, uppercase letter, digit and symbol (spec §2). Every
 * such password is as likely as any other: those that lack a class are thrown away whole, not patched.
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
