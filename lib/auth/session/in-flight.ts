import { transaction, type Context } from '#lib/base/context.ts';
import { refuseLogin } from './login-refusal.ts';

/** A user as read at the start of a login. */
type Found = { id: string; loginEpoch: number };

/**
 * Runs the last step of a login in a transaction with the user's row locked, provided that nothing relevant to logins
 * has changed since the user was read (R28). Otherwise records the refusal and throws `unauthenticated`. Rethrows what
 * `finish` throws.
 */
export async function whileUnchanged<T>(ctx: Context, person: Found, finish: (tx: Context) => Promise<T>): Promise<T> {
  const done = await transaction(ctx, async (tx) =>
    (await isUnchanged(tx, person)) ? { result: await finish(tx) } : null,
  );
  if (done) return done.result;
  const text = 'Your account has changed in the meantime. Please log in again.';
  return refuseLogin(ctx, person.id, 'unauthenticated', text, 'changed_meanwhile');
}

/**
 * Returns false if the user is blocked, or if the user's logins have been voided since the user was read. Locks the
 * user's row until the transaction ends.
 */
export async function isUnchanged(tx: Context, { id, loginEpoch }: Found): Promise<boolean> {
  const [row] = await tx.db.$queryRaw<{ login_epoch: number }[]>`
    SELECT login_epoch FROM users WHERE id = ${id}::uuid AND blocked_at IS NULL FOR NO KEY UPDATE`;
  return row?.login_epoch === loginEpoch;
}

/**
 * Voids all logins of these users that are in flight: deletes their challenges, and keeps a login whose password, code
 * or passkey is being checked from becoming a session (R28). Locks the users' rows until the transaction ends. Call it before deleting the users' sessions, so that no new
 * session appears in between.
 */
export async function voidLogins(tx: Context, ...userIds: string[]): Promise<void> {
  await tx.db.user.updateMany({ where: { id: { in: userIds } }, data: { loginEpoch: { increment: 1 } } });
  await tx.db.challenge.deleteMany({ where: { userId: { in: userIds } } });
}
