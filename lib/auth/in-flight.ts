import { transaction, type Context } from '#lib/context.ts';
import { refuseLogin } from './login-refusal.ts';

/** Who somebody was found to be, and what the row said then. */
type Found = { id: string; loginEpoch: number };

/**
 * Runs the last step of a login in a transaction that holds the person's row, and only when nothing that decides about
 * logins has changed since the person was found (R28). Otherwise the login is refused, and recorded. Throws
 * `unauthenticated` then, and what the step throws.
 */
export async function whileUnchanged<T>(ctx: Context, person: Found, finish: (tx: Context) => Promise<T>): Promise<T> {
  const done = await transaction(ctx, async (tx) =>
    (await isUnchanged(tx, person)) ? { result: await finish(tx) } : null,
  );
  if (done) return done.result;
  const text = 'Your account was changed meanwhile. Please log in again.';
  return refuseLogin(ctx, person.id, 'unauthenticated', text, 'changed_meanwhile');
}

/** Whether no login of the person was voided since they were found. Holds their row until the transaction ends. */
export async function isUnchanged(tx: Context, { id, loginEpoch }: Found): Promise<boolean> {
  const [row] = await tx.db.$queryRaw<{ login_epoch: number }[]>`
    SELECT login_epoch FROM users WHERE id = ${id}::uuid AND blocked_at IS NULL FOR NO KEY UPDATE`;
  return row?.login_epoch === loginEpoch;
}

/**
 * Voids every login of these people that is under way: half-done ones are gone, and one whose password, code or passkey
 * is just being checked does not become a session (R28). Holds their rows until the transaction ends, so call it before
 * their sessions are deleted.
 */
export async function voidLogins(tx: Context, ...userIds: string[]): Promise<void> {
  await tx.db.user.updateMany({ where: { id: { in: userIds } }, data: { loginEpoch: { increment: 1 } } });
  await tx.db.challenge.deleteMany({ where: { userId: { in: userIds } } });
}
