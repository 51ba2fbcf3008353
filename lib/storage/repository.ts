import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { works } from '#lib/fuzzy-keys/usable-key.ts';
import { assertBelowLimit, consumeLimit } from '#lib/http/rate-limit.ts';

/** Login or password of the package repository: 8 characters of a key. */
const HALF = /^[ybndrfg8ejkmcpqxot1uwisza345h769]{8}$/;

/**
 * Lets a caller into the package repository with the first and last 8 characters of a working key; a rotated key works
 * until its grace period ends. Throws `unauthenticated` for all other credentials, and `rate_limited` for an IP address
 * with 20 failures in a minute, even if its next request has a working key.
 */
export async function authenticateRepository(
  ctx: Context,
  credentials: { name: string; token: string } | null,
): Promise<void> {
  const address = ctx.ip ?? '';
  const [isKnown] = await Promise.all([
    hasWorkingKey(ctx, credentials ?? { name: '', token: '' }),
    assertBelowLimit('repository_failure_address', address),
  ]);
  if (isKnown) return;
  await consumeLimit('repository_failure_address', address);
  throw new DomainError('unauthenticated', 'Log in with the first and the last 8 characters of your API key.');
}

/** Reads the index fuzzy_keys_repository_idx once. Every plan includes the repository. */
async function hasWorkingKey(ctx: Context, { name, token }: { name: string; token: string }): Promise<boolean> {
  const [first, last] = [name, token].map((half) => (HALF.test(half) ? half : ''));
  const rows = await ctx.db.$queryRaw<object[]>`
    SELECT 1 FROM fuzzy_keys k LEFT JOIN accounts a ON a.id = k.user_id
    WHERE left(k.public_key::text, 8) = ${first} AND right(k.public_key::text, 8) = ${last}
      AND ${works(ctx.now)}
    LIMIT 1`;
  return rows.length > 0;
}
