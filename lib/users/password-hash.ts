import argon2 from 'argon2';
import pLimit from 'p-limit';
import { DomainError } from '#lib/errors.ts';

/** argon2id as OWASP asks (S8); exported for the bench. */
export const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing is slow on purpose: two at once, and a bounded queue, so that a flood of logins leaves other pages quick. */
const gate = pLimit(2);
const QUEUE_LIMIT = 60;

/** The hash of a password, in PHC string format. Throws `unavailable` when the queue is full. */
export const hashPassword = (password: string): Promise<string> => bounded(() => argon2.hash(password, ARGON2));

/**
 * Whether the password belongs to the hash. A null hash takes as long as a real one and is false (S1).
 * Throws `unavailable` when the queue is full.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const matches = await bounded(async () => argon2.verify(hash ?? (await dummy()), password));
  return hash !== null && matches;
}

/** True when the hash was made with older parameters. */
export const needsRehash = (hash: string): boolean => argon2.needsRehash(hash, ARGON2);

let dummyHash: Promise<string> | undefined;
const dummy = () => (dummyHash ??= argon2.hash('nobody has this password', ARGON2));

function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (gate.pendingCount >= QUEUE_LIMIT)
    throw new DomainError('unavailable', 'The service is busy. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  return gate(work);
}
