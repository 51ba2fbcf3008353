/**
 * SHA-256 (FIPS 180-4) for trying many short messages: the state after a key's first block is computed once. Several
 * times as fast as node:crypto, whose overhead for each call exceeds the cost of the hash.
 */
import { createHash } from 'node:crypto';

const K = Int32Array.from(
  `428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74
   80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d
   b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e
   92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5
   391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`
    .split(/\s+/)
    .map((word) => parseInt(word, 16)),
);
const INITIAL = Int32Array.from(
  '6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19'
    .split(' ')
    .map((word) => parseInt(word, 16)),
);
const words = new Int32Array(64);

/** SHA-256's compression function: hashes a block of 16 words into the state `from`, and writes the new state to `to`. */
export function compress(from: Int32Array, block: Int32Array, to: Int32Array): void {
  words.set(block);
  for (let t = 16; t < 64; t++) {
    const x = at(words, t - 15);
    const y = at(words, t - 2);
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[t] = (at(words, t - 16) + s0 + at(words, t - 7) + s1) | 0;
  }
  let a = at(from, 0);
  let b = at(from, 1);
  let c = at(from, 2);
  let d = at(from, 3);
  let e = at(from, 4);
  let f = at(from, 5);
  let g = at(from, 6);
  let h = at(from, 7);
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(K, t) + at(words, t)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  to[0] = at(from, 0) + a;
  to[1] = at(from, 1) + b;
  to[2] = at(from, 2) + c;
  to[3] = at(from, 3) + d;
  to[4] = at(from, 4) + e;
  to[5] = at(from, 5) + f;
  to[6] = at(from, 6) + g;
  to[7] = at(from, 7) + h;
}

/** Returns a word of a block or a state; `index` is always in range. */
const at = (list: Int32Array, index: number): number => list[index] as number;

/** The words of bytes, big-endian. */
const wordsOf = (bytes: Buffer): Int32Array =>
  Int32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(index * 4));

/** The last block of a message of at most 55 bytes that follows `before` bytes. */
export function lastBlock(message: Buffer, before: number): Int32Array {
  const block = Buffer.alloc(64);
  message.copy(block);
  block[message.length] = 0x80;
  block.writeUInt32BE((before + message.length) * 8, 60);
  return wordsOf(block);
}

/** The inner and outer state of HMAC (RFC 2104) after the key's block. */
export function hmacStates(secret: string): { inner: Int32Array; outer: Int32Array } {
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(64);
  (bytes.length > 64 ? createHash('sha256').update(bytes).digest() : bytes).copy(key);
  const after = (pad: number) => {
    const state = new Int32Array(8);
    compress(INITIAL, wordsOf(Buffer.from(key.map((byte) => byte ^ pad))), state);
    return state;
  };
  return { inner: after(0x36), outer: after(0x5c) };
}
