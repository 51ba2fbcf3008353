import { createHash } from 'node:crypto';
import fresh from 'fresh';
import type { Context, Server } from '#lib/base/context.ts';
import { hasNotEnded } from '#lib/fuzzy-keys/usable-key.ts';
import { listRenewedKeys } from './renewed.ts';
import { SOURCES_VERSION } from './schema.ts';

/**
 * What storage hosts need to know about sources: the keys whose owners show the addresses of their servers, and the keys
 * that replaced another one. With an ETag, because every host asks each minute and the lists seldom change.
 */
export async function wantedSources(ctx: Context<Server>, request: Request): Promise<Response> {
  const rows = await ctx.db.$queryRaw<{ key_id: string }[]>`
    SELECT k.key_id FROM accounts a JOIN fuzzy_keys k ON k.user_id = a.id
    WHERE a.shows_addresses AND ${hasNotEnded(ctx.now)} ORDER BY k.key_id`;
  const body = JSON.stringify({
    version: SOURCES_VERSION,
    shown_keys: rows.map(({ key_id }) => key_id),
    renewed_keys: await listRenewedKeys(ctx),
  });
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'cache-control': 'private', vary: 'authorization' };
  const tags = request.headers.get('if-none-match');
  if (tags !== null && fresh({ 'if-none-match': tags }, { etag })) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
}
