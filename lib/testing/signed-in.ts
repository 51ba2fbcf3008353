import { startSignInSession } from '#lib/auth/session/sign-in-session.ts';
import type { Admin, Member } from '#lib/base/context.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { adminContext, anonymousContext, subscriberContext, type ContextChanges, type TestContext } from './context.ts';
import { createUserRow } from './factories.ts';

/** A subscriber who has just logged in. `ctx` is theirs; `contextAt` is the same session at another time. */
export async function createSignedInUser(db: Db, fields: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  const { id, email } = await createUserRow(db, fields);
  const session = await startSignInSession(anonymousContext(db), id);
  const contextAt = (now: Date, changes: ContextChanges = {}): TestContext<Member> => {
    const ctx = subscriberContext(db, { id }, { ...changes, now });
    return { ...ctx, actor: { ...ctx.actor, sessionId: session.id } };
  };
  return { id, email: email ?? '', sessionToken: session.token, contextAt, ctx: contextAt(new Date()) };
}

/** An admin who has just logged in, at the time of `changes.now`. */
export async function createFreshAdmin(db: Db, changes: ContextChanges = {}): Promise<TestContext<Admin>> {
  const admin = await createUserRow(db, { isAdmin: true });
  return freshAdmin(db, admin, changes);
}

/** The context of this user as an admin who has just logged in. */
export async function freshAdmin(
  db: Db,
  user: { id: string },
  changes: ContextChanges = {},
): Promise<TestContext<Admin>> {
  const { id } = await startSignInSession(anonymousContext(db, changes), user.id);
  const ctx = adminContext(db, user, changes);
  return { ...ctx, actor: { ...ctx.actor, sessionId: id } };
}
