import { z } from 'zod';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { encodeCursor, newestFirst } from '#lib/http/list-query.ts';
import type { OAuthTokenListView, OAuthTokenView } from '#lib/oauth/views.ts';
import { epochSeconds, noClient } from './clients.ts';

const PREFIX = /^[A-Za-z0-9_-]{8}$/;
const TYPES = { AccessToken: 'access', RefreshToken: 'refresh' } as const;

/** The query of `GET admin/api/oauth2/clients/{id}/tokens`. */
export const OAuthTokenListQuery = z.object(newestFirst.query);

/** A page of a client's working tokens, newest first. Throws `not_found`. */
export async function listClientTokens(
  ctx: Context<Admin>,
  clientId: string,
  { limit, cursor }: z.infer<typeof OAuthTokenListQuery>,
): Promise<OAuthTokenListView> {
  await assertClient(ctx, clientId);
  const where = unexpired(clientId, ctx.now);
  const [rows, total] = await Promise.all([
    ctx.db.oidcArtifact.findMany({
      where: { AND: [where, newestFirst.after(cursor)] },
      orderBy: [...newestFirst.orderBy],
      take: limit + 1,
      select: { id: true, model: true, prefix: true, userId: true, payload: true, createdAt: true, expiresAt: true },
    }),
    ctx.db.oidcArtifact.count({ where }),
  ]);
  const { page, end } = newestFirst.toPage(rows, limit);
  const emails = await emailsOf(
    ctx,
    page.flatMap(({ userId }) => userId ?? []),
  );
  return { tokens: page.map((row) => toTokenView(row, emails)), total, next_cursor: end && encodeCursor(end) };
}

/**
 * Revokes the one token of this client with this prefix (S77); tokens that were issued with it stay valid. Throws
 * `malformed` for an invalid prefix, `not_found`, and `conflict` if two tokens have the prefix.
 */
export async function revokeClientToken(ctx: Context<Admin>, clientId: string, prefix: string): Promise<void> {
  if (!PREFIX.test(prefix))
    throw new DomainError('malformed', 'Give the first 8 characters of a token: letters, digits, - and _.');
  await assertClient(ctx, clientId);
  await transaction(ctx, async (tx) => {
    const where = { ...unexpired(clientId, ctx.now), prefix };
    const rows = await tx.db.oidcArtifact.findMany({ where, take: 2, select: { model: true, id: true, userId: true } });
    const [token, second] = rows;
    if (!token) throw new DomainError('not_found', 'This token does not exist.');
    if (second) throw new DomainError('conflict', 'Two tokens begin with these characters.');
    const { model, id, userId } = token;
    const { count } = await tx.db.oidcArtifact.deleteMany({ where: { model, id } });
    if (!count) throw new DomainError('not_found', 'This token does not exist.');
    await recordAudit(tx, 'oauth_token.revoked', clientId, { prefix, type: typeOf(model), user: userId });
  });
}

const unexpired = (clientId: string, now: Date) => ({
  clientId,
  model: { in: Object.keys(TYPES) },
  consumedAt: null,
  expiresAt: { gt: now },
});

async function assertClient(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.db.oAuthClient.findUnique({ where: { id }, select: { id: true } }))) throw noClient();
}

async function emailsOf(ctx: Context, ids: string[]): Promise<Map<string, string | null>> {
  const users = await ctx.db.user.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } });
  return new Map(users.map(({ id, email }) => [id, email]));
}

type TokenRow = {
  model: string;
  prefix: string | null;
  userId: string | null;
  payload: unknown;
  createdAt: Date;
  expiresAt: Date | null;
};

const toTokenView = (row: TokenRow, emails: Map<string, string | null>): OAuthTokenView => ({
  type: typeOf(row.model),
  token_prefix: row.prefix ?? '',
  user_id: row.userId ?? '',
  user_email: emails.get(row.userId ?? '') ?? null,
  scopes: Scoped.parse(row.payload).scope.split(' ').filter(Boolean),
  created_at: epochSeconds(row.createdAt),
  expires_at: epochSeconds(row.expiresAt ?? row.createdAt),
});

const typeOf = (model: string) => (model === 'RefreshToken' ? TYPES.RefreshToken : TYPES.AccessToken);

const Scoped = z.object({ scope: z.string().catch('') });
