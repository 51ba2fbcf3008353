import { isLongAgo, TOUCH_MS } from '#lib/auth/session/sign-in-session.ts';
import type { Context, UsageReader } from '#lib/base/context.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { DomainError } from '#lib/base/errors.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';

const FORM = /^rpu_[A-Za-z0-9_-]{43}$/;

type TokenRow = { id: string; accountId: string; lastUsedAt: Date | null };

/**
 * The user whose usage this Bearer token reads. Stores the token's last use, at most once a minute. Throws
 * `unauthenticated`, with the same text whatever the reason, and `rate_limited` after 60 requests with a token in a
 * minute.
 */
export async function authenticateUsageToken(ctx: Context, token: string | null): Promise<UsageReader> {
  const row = token !== null && FORM.test(token) ? await findUsageToken(ctx, token) : undefined;
  if (!row) throw new DomainError('unauthenticated', 'A usage token is required: Authorization: Bearer rpu_...');
  const { id, accountId, lastUsedAt } = row;
  await consumeLimit('usage_token', id);
  if (!lastUsedAt || isLongAgo(lastUsedAt, ctx.now)) await noteUse(ctx, id);
  return { kind: 'usage_token', accountId, tokenId: id };
}

/** Reads the token with its owner at each request, so that a block applies from the next request on (S24). */
async function findUsageToken(ctx: Context, token: string): Promise<TokenRow | undefined> {
  const [row] = await ctx.db.$queryRaw<TokenRow[]>`
    SELECT t.id::text, t.user_id::text AS "accountId", t.last_used_at AS "lastUsedAt"
    FROM usage_tokens t JOIN accounts a ON a.id = t.user_id
    WHERE t.token_hash = ${sha256(token)} AND a.blocked_at IS NULL`;
  return row;
}

async function noteUse({ db, now }: Context, id: string): Promise<void> {
  const isDue = { lte: new Date(now.getTime() - TOUCH_MS) };
  await db.usageToken.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: isDue }] },
    data: { lastUsedAt: now },
  });
}
