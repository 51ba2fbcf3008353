import { transaction, type Context } from '#lib/base/context.ts';
import { lockInTransaction } from '#lib/base/db/db.ts';
import { eraseAddress } from '#lib/users/deletion/erase-address.ts';

/** Changes per transaction; each may scan the keys twice. */
const BATCH = 100;

/**
 * Deletes changes of address that can no longer be confirmed or undone. If the change was confirmed, the address that
 * the user no longer has is erased everywhere. An unconfirmed address may be anyone's, so only the row is deleted.
 * Returns the number of deleted rows.
 */
export async function endEmailChanges(ctx: Context): Promise<number> {
  let removed = 0;
  for (let count = BATCH; count === BATCH; removed += count)
    count = await transaction(ctx, async (tx) => {
      await lockInTransaction(tx.db, 'sweep_expired');
      const changes = await takeEnded(tx);
      const proven = changes.flatMap((change) => (change.confirmed_at ? [change.old_email, change.new_email] : []));
      for (const address of new Set(proven)) if (!(await isInUse(tx, address))) await eraseAddress(tx, address);
      return changes.length;
    });
  return removed;
}

type EndedRow = { old_email: string; new_email: string; confirmed_at: Date | null };

/** Skips locked rows; the next run takes them. */
const takeEnded = ({ db, now }: Context) => db.$queryRaw<EndedRow[]>`
  DELETE FROM email_changes WHERE id = ANY (ARRAY(
    SELECT id FROM email_changes WHERE expires_at < ${now} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING old_email, new_email, confirmed_at`;

/** Whether a user has the address, or may get it back by an undo. */
async function isInUse({ db }: Context, address: string): Promise<boolean> {
  if (await db.user.count({ where: { email: address } })) return true;
  const undoable = { confirmedAt: { not: null }, undoneAt: null };
  return (await db.emailChange.count({ where: { oldEmail: address, ...undoable } })) > 0;
}
