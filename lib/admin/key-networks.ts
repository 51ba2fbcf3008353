import type { Admin, Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { DAY } from '#lib/base/time.ts';
import { SPREAD_DAYS } from '#lib/fuzzy-keys/schema.ts';
import type { KeyNetworkView } from '#lib/users/views.ts';

type Row = { keyId: number; network: string; firstSeenAt: Date; lastSeenAt: Date; requests: number; all: number };

/** The networks of the key with this description (`listKeyNetworks`). Throws `not_found`. */
export async function getKeyNetworks(ctx: Context<Admin>, { description }: { description: string }) {
  const key = await ctx.db.fuzzyKey.findUnique({ where: { description }, select: { id: true } });
  if (!key) throw new DomainError('not_found', 'This key does not exist.');
  return { networks: (await listKeyNetworks(ctx, [key.id])).get(key.id) ?? [] };
}

/** The most networks that are listed of a key. */
const MOST_LISTED = 50;

/**
 * The networks from which these keys (row ids) were used in the last seven days, those with the most requests first.
 * Only pseudonyms are known (docs/decisions/0040-pseudonymous-sources.md). Each is shown with its share of all requests
 * of the key whose sources are known; the sum of unlisted sources is among them.
 */
export async function listKeyNetworks(
  { db, now }: Context<Admin>,
  keyIds: readonly number[],
): Promise<Map<number, KeyNetworkView[]>> {
  if (!keyIds.length) return new Map();
  const rows = await db.$queryRaw<Row[]>`
    SELECT * FROM (
      SELECT n.*, row_number() OVER (PARTITION BY "keyId" ORDER BY requests DESC, network)::int AS place FROM (
        SELECT key_id AS "keyId", network, min(first_seen_at) AS "firstSeenAt", max(last_seen_at) AS "lastSeenAt",
          sum(checked + errors)::float8 AS requests,
          sum(sum(checked + errors)) OVER (PARTITION BY key_id)::float8 AS "all"
        FROM key_sources WHERE key_id = ANY(${keyIds}::int[])
          AND (network IS NULL OR last_seen_at > ${new Date(now.getTime() - SPREAD_DAYS * DAY)})
        GROUP BY key_id, network) n
      WHERE network IS NOT NULL) n
    WHERE place <= ${MOST_LISTED} ORDER BY "keyId", place`;
  return new Map(
    [...Map.groupBy(rows, ({ keyId }) => keyId)].map(([keyId, networks]) => [keyId, networks.map(toNetwork)]),
  );
}

const toNetwork = ({ network, firstSeenAt, lastSeenAt, requests, all }: Row): KeyNetworkView => ({
  id: network,
  first_seen_at: firstSeenAt.toISOString(),
  last_seen_at: lastSeenAt.toISOString(),
  share: all > 0 ? requests / all : null,
});
