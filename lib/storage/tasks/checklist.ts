import type { Context, Member } from '#lib/base/context.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { writePrepared } from '#lib/base/db/prepared.ts';
import { MINUTE, SECOND } from '#lib/base/time.ts';

/** A page that waits for the first request asks at least every 30 s. */
const CHECKLIST_MS = 45 * SECOND;
/** The mark is renewed at most this often, however many pages ask. */
const RENEWED_EVERY_MS = 10 * SECOND;

/** Notes that a page waits for the first match of this key (row id). Does nothing unless the key is active. */
export async function noteChecklist({ db, now }: Context<Member>, keyId: number): Promise<void> {
  const until = new Date(now.getTime() + CHECKLIST_MS);
  const renewal = new Date(until.getTime() - RENEWED_EVERY_MS);
  await writePrepared(
    db,
    Prisma.sql`
      INSERT INTO storage_checklist AS row (id, open_until)
      SELECT 1, ${until} FROM fuzzy_keys
      WHERE id = ${keyId} AND suspended_at IS NULL AND deleted_at IS NULL AND private_key_sealed IS NOT NULL
      ON CONFLICT (id) DO UPDATE SET open_until = excluded.open_until
      WHERE row.open_until < ${renewal} OR row.open_until > ${new Date(until.getTime() + MINUTE)}`,
  );
}
