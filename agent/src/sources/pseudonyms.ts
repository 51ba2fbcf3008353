import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { wrongSettings } from '../settings.ts';
import { bytesOfAddress, networkOfAddress, serverOfAddress } from '../usage/addresses.ts';

/** 128 bits in base64url. */
export type Pseudonym = string;
/** A server and its network; and the address itself, whose counters Rspamd keeps. All are pseudonyms. */
export type Named = { source: Pseudonym; network: Pseudonym; address: Pseudonym };

const MIN_SECRET_BYTES = 32;
const PSEUDONYM_BYTES = 16;

/**
 * Pseudonyms of servers (an IPv4 address, or an IPv6 /64), of their addresses and of their networks: HMAC-SHA-256 under a secret that the storage hosts share and the
 * portal never sees. They differ for each key, so that an address that one subscriber shows is not revealed to
 * others.
 */
export class Pseudonyms {
  /** Names the secret without revealing it. Another secret gives every source a new pseudonym. */
  readonly secretId: string;
  readonly #secret: Buffer;
  #known = new Map<string, Named>();
  #used = new Map<string, Named>();

  constructor(secret: Buffer) {
    this.#secret = secret;
    this.secretId = createHmac('sha256', secret).update('id').digest('hex').slice(0, 8);
  }

  of(key: string, address: string): Named {
    const name = `${key} ${address}`;
    const known = this.#used.get(name) ?? this.#known.get(name) ?? this.#compute(key, bytesOfAddress(address));
    this.#used.set(name, known);
    return known;
  }

  /** Drops the pseudonyms that were not used since the last call. */
  tidy(): void {
    this.#known = this.#used;
    this.#used = new Map();
  }

  #compute(key: string, address: Buffer): Named {
    const pseudonym = (kind: string, bytes: Buffer) =>
      createHmac('sha256', this.#secret)
        .update(`${kind} ${key} `)
        .update(bytes)
        .digest()
        .subarray(0, PSEUDONYM_BYTES)
        .toString('base64url');
    return {
      source: pseudonym('source', serverOfAddress(address)),
      network: pseudonym('network', networkOfAddress(address)),
      address: pseudonym('source', address), // until November 2026 this was the source
    };
  }
}

/** Reads the secret. Throws a Failure if it is missing or too short. */
export function readSecret(file: string): Buffer {
  let text;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw wrongSettings('SOURCES_SECRET_FILE cannot be read');
  }
  if (Buffer.byteLength(text) < MIN_SECRET_BYTES)
    throw wrongSettings(`SOURCES_SECRET_FILE has fewer than ${MIN_SECRET_BYTES} characters: openssl rand -base64 32`);
  return Buffer.from(text);
}
