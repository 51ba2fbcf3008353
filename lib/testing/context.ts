import { randomUUID } from 'node:crypto';
import type {
  Actor,
  Admin,
  Anonymous,
  Context,
  Member,
  OutgoingMail,
  Server,
  System,
  UsageReader,
} from '#lib/base/context.ts';
import type { Db } from '#lib/base/db/db.ts';

/** A context that keeps emails in `sent` instead of sending them. */
export type TestContext<A extends Actor = Actor> = Context<A> & { sent: OutgoingMail[] };

/** What a test may set: the clock, where the request comes from, or its own Stripe. */
export type ContextChanges = Partial<Omit<Context, 'db' | 'actor'>>;

/** The context of a request in a test. Its Stripe throws when used. */
function testContext<A extends Actor>(db: Db, actor: A, changes: ContextChanges = {}): TestContext<A> {
  const sent: OutgoingMail[] = [];
  return {
    db,
    actor,
    now: new Date(),
    mail: async (mail) => void sent.push(mail),
    stripe: () => {
      throw new Error('this test provides no Stripe');
    },
    requestId: randomUUID(),
    ip: '192.0.2.1',
    userAgent: 'test',
    ...changes,
    sent,
  };
}

export const anonymousContext = (db: Db, changes?: ContextChanges): TestContext<Anonymous> =>
  testContext(db, { kind: 'anonymous' }, changes);

export const systemContext = (db: Db, changes?: ContextChanges): TestContext<System> =>
  testContext(db, { kind: 'system', job: 'test' }, changes);

export const serverContext = (db: Db, serverId: number, changes?: ContextChanges): TestContext<Server> =>
  testContext(db, { kind: 'server', serverId }, changes);

/** What a person has who acts for their own account. */
export const ownAccount = (userId: string) => ({ accountId: userId, accountRole: 'owner' }) as const;

export const subscriberContext = (db: Db, user: { id: string }, changes?: ContextChanges): TestContext<Member> =>
  testContext(
    db,
    { kind: 'user', userId: user.id, ...ownAccount(user.id), role: 'subscriber', sessionId: randomUUID() },
    changes,
  );

export const usageReaderContext = (db: Db, user: { id: string }, changes?: ContextChanges): TestContext<UsageReader> =>
  testContext(db, { kind: 'usage_token', accountId: user.id, tokenId: randomUUID() }, changes);

/** The session of `adminContext`, in every test database; always a fresh login. Its admin has no row in `users`. */
export const ADMIN_SESSION = { id: randomUUID(), userId: randomUUID() };

/**
 * An admin who has just logged in, without a row in `users`. The audit log records their id either way. If `user` is
 * given, the admin is this user, whose login is not fresh: use `createFreshAdmin` for what needs that.
 */
export const adminContext = (db: Db, user?: { id: string }, changes?: ContextChanges): TestContext<Admin> => {
  const { userId, sessionId } = user
    ? { userId: user.id, sessionId: randomUUID() }
    : { userId: ADMIN_SESSION.userId, sessionId: ADMIN_SESSION.id };
  return testContext(db, { kind: 'user', userId, ...ownAccount(userId), role: 'admin', sessionId }, changes);
};
