import { randomInt } from 'node:crypto';

/** A password of 20 characters (about 110 bits) with all four classes, without lookalikes or characters to quote. */
export function generatePassword(): string {
  const classes = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '-_.+'];
  const every = classes.join('');
  for (;;) {
    const password = Array.from({ length: 20 }, () => every[randomInt(every.length)]).join('');
    if (classes.every((set) => Array.from(set).some((character) => password.includes(character)))) return password;
  }
}
