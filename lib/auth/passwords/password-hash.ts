import argon2 from 'argon2';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { normalPassword } from '#lib/auth/password.ts';
import { processState } from '#lib/base/process-state.ts';
import { addressGroup } from '#lib/http/client-address.ts';
import { createFairQueue } from './fair-queue.ts';

const THREADS = '/proc/self/task';
/** libuv's threads, in which Node.js hashes, reads files and resolves host names. */
const POOL = 'libuv-worker';

/**
 * Gives the event loop priority over the threads that hash: a flood of logins then slows logins, not pages (P11). Only
 * Linux has a priority for each thread; elsewhere this does nothing. Call it after the first password has been hashed,
 * because the threads do not exist before.
 */
function lowerHashThreads(): void {
  if (!existsSync(THREADS)) return;
  for (const id of readdirSync(THREADS))
    if (readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim() === POOL)
      setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL);
}

/** argon2id with OWASP's parameters (S8). Exported for the bench. */
export const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const shared = processState<{ queue: ReturnType<typeof createFairQueue>; hasLowThreads: boolean }>('hashing');

/** Hashing is slow on purpose: two at a time and a bounded queue keep other pages fast during a flood of logins. */
const queue = () => (shared.queue ??= createFairQueue({ atOnce: 2, waiting: 60 }));

/**
 * The hash of a password in its normal form (S89), in PHC string format. `caller` is the client's IP address (null: the
 * system), because callers take turns. Throws `unavailable` when the queue is full.
 */
export const hashPassword = (password: string, caller: string | null = null): Promise<string> =>
  inTurn(caller, () => argon2.hash(normalPassword(password), ARGON2));

/**
 * Whether the password matches the hash, in its normal form or as it was typed: older hashes are of the typed text
 * (S89). A null hash takes as many hashes as a real one that does not match, and gives false (S1). `caller` as for
 * `hashPassword`. Throws `unavailable` when the queue is full.
 */
export async function verifyPassword(
  hash: string | null,
  password: string,
  caller: string | null = null,
): Promise<boolean> {
  for (const text of new Set([normalPassword(password), password])) if (await matches(hash, text, caller)) return true;
  return false;
}

/**
 * A new hash of a password that `verifyPassword` has accepted, or null if the stored hash is up to date: made with
 * today's parameters (S8) and of the normal form (S89).
 */
export async function renewedHash(
  hash: string,
  password: string,
  caller: string | null = null,
): Promise<string | null> {
  const normal = normalPassword(password);
  const isCurrent = !needsRehash(hash) && (normal === password || (await matches(hash, normal, caller)));
  return isCurrent ? null : hashPassword(password, caller);
}

/** True when the hash was made with older parameters. */
export const needsRehash = (hash: string): boolean => argon2.needsRehash(hash, ARGON2);

async function matches(hash: string | null, text: string, caller: string | null): Promise<boolean> {
  const isEqual = await inTurn(caller, async () => argon2.verify(hash ?? (await dummy()), text));
  return hash !== null && isEqual;
}

let dummyHash: Promise<string> | undefined;
const dummy = () => (dummyHash ??= argon2.hash('nobody has this password', ARGON2));

async function inTurn<T>(caller: string | null, work: () => Promise<T>): Promise<T> {
  const result = await queue().run(addressGroup(caller ?? ''), work);
  if (!shared.hasLowThreads) lowerHashThreads();
  shared.hasLowThreads = true;
  return result;
}
