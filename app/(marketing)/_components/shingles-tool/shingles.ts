/** The number of words in a shingle, and of hashes for a message, as in Rspamd (src/libutil/shingles.c). */
const WINDOW = 3;
export const PIPES = 32;
/** A pasted text may be very long; only its beginning is read. */
export const MOST_WORDS = 1000;

export type Reduced = {
  words: string[];
  /** Groups of `WINDOW` consecutive words. */
  shingles: string[];
  /** The smallest hash of each pipe over all shingles; empty if there is no shingle. */
  hashes: number[];
};

/**
 * Reduces a message as Rspamd does: each word is hashed in 32 pipes, each with its own seed; a shingle's value in a
 * pipe combines the hashes of its three words; and each pipe keeps its smallest value. Rspamd uses a keyed hash of 64
 * bits and stems of words; this function uses 32 bits, fixed seeds, and words in lower case.
 */
export function reduceMessage(text: string): Reduced {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
  const starts = words.slice(WINDOW - 1).map((_, start) => start);
  const shingles = starts.map((start) => words.slice(start, start + WINDOW).join(' '));
  if (!starts.length) return { words, shingles, hashes: [] };
  const hashes = Array.from({ length: PIPES }, (_, pipe) => {
    const ofWord = words.map((word) => hashOf(word, pipe));
    return starts.reduce((least, start) => Math.min(least, valueOf(ofWord, start)), 0xff_ff_ff_ff);
  });
  return { words, shingles, hashes };
}

/** How many pipes two messages have in common. */
export const commonHashes = (some: readonly number[], others: readonly number[]): number =>
  some.filter((hash, pipe) => hash === others[pipe]).length;

/** The fuzzy storage considers two messages the same if more than half of their hashes are equal. */
export const isKnown = (common: number): boolean => common > PIPES / 2;

/** Shifts the hashes of earlier words to the right, so that the order of the words matters. */
const valueOf = (ofWord: readonly number[], start: number): number =>
  ofWord
    .slice(start, start + WINDOW)
    .reduce((value, hash, index) => value ^ (hash >>> (8 * (WINDOW - 1 - index))), 0) >>> 0;

/** FNV-1a over UTF-16 units, with the pipe as seed and the finalizer of MurmurHash3. */
function hashOf(word: string, pipe: number): number {
  let hash = Math.imul(0x81_1c_9d_c5 ^ (pipe + 1), 0x9e_37_79_b1);
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
