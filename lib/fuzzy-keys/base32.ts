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
