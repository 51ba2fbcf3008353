import type { Context, Server } from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { hasNotEnded } from '#lib/fuzzy-keys/usable-key.ts';
import { OTHERS, type SourceReportInput } from './schema.ts';

/** How long after the end of the key before a host can still take over its name there. */
const RENEWED_MS = 7 * DAY;

/**
 * The keys that replaced another key of the same owner, with that key's id, until a week after that key has ended.
 * Storage hosts say which pseudonym a host had under the key before. With the longest grace, a key is listed for 14 days:
 * if 100,000 keys are rotated once a year, about 3,800 are listed, in 200 kB.
 */
export const listRenewedKeys = ({ db, now }: Context<Server>): Promise<{ key_id: string; before: string }[]> =>
  db.$queryRaw`
    SELECT k.key_id, before.key_id AS before
    FROM fuzzy_keys before JOIN fuzzy_keys k ON k.id = before.replaced_by_id AND k.user_id = before.user_id
    WHERE before.works_until > ${new Date(now.getTime() - RENEWED_MS)} AND ${hasNotEnded(now)}
      AND EXISTS (SELECT FROM key_sources s WHERE s.key_id = before.id AND s.source <> ${OTHERS})
    ORDER BY k.key_id`;

/**
 * Gives a host of a renewed key the name that it had under the key before, and sends no email about it as a new one. The
 * same for a host that agents until November 2026 named by its whole IPv6 address.
 * Does not restore a name that the owner removed. Stores nothing that links the two pseudonyms.
 */
export async function takeOverNames(db: Db, { sources }: SourceReportInput): Promise<void> {
  const rows = sources.filter(({ was, source }) => was !== undefined && source !== null);
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE key_sources s SET name = coalesce(s.name, old.name), is_announced = true
    FROM unnest(${rows.map(({ key_id }) => key_id)}::bpchar[], ${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ was }) => was)}::text[]) AS r (key_id, source, was)
      JOIN fuzzy_keys k ON k.key_id = r.key_id
      JOIN fuzzy_keys before ON before.id = k.id OR before.replaced_by_id = k.id AND before.user_id = k.user_id
      JOIN key_sources old ON old.key_id = before.id AND old.source = r.was
    WHERE s.key_id = k.id AND s.source = r.source
      AND (NOT s.is_announced OR (s.name IS NULL AND old.name IS NOT NULL))`;
}
