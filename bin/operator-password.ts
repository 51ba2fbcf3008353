import { randomInt } from 'node:crypto';

/** 20 characters (about 110 bits) of all four classes, without lookalikes or characters that a shell needs quoted. */
export function generatePassword(): string {
  const classes = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '-_.+'];
  const every = classes.join('');
  for (;;) {
    const password = Array.from({ length: 20 }, () => every[randomInt(every.length)]).join('');
    if (classes.every((set) => Array.from(set).some((character) => password.includes(character)))) return password;
  }
}
