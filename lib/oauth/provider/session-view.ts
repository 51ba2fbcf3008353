import { type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { endAppSessions } from '#lib/auth/session/end-app-sessions.ts';
import { findSignInOf, touchSignInSession, type SignIn } from '#lib/auth/session/sign-in-session.ts';
import { transaction, type Member } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { loginClaims } from '#lib/oauth/authentication.ts';
import { contextOf } from '#lib/oauth/request/provider-context.ts';
import { whileAvailable } from '#lib/oauth/store/unavailable.ts';

type Session = InstanceType<Provider['Session']> & { touched?: boolean };
type AnyContext = Parameters<Provider['Session']['get']>[0];
/**
 * Members that the provider's types leave out. Its version is pinned, and the tests of single sign-on would fail if
 * these members changed.
 */
type SessionClass = Provider['Session'] & {
  get: (this: SessionClass, ctx: AnyContext) => Promise<Session & { new?: true }>;
  findByUid: (uid: string) => Promise<Session | undefined>;
  instantiate: (payload?: object) => Session & { new?: true };
};

/**
 * Makes the provider's session a view of our `SignInSession`, whose id becomes its uid. A login as another user, a
 * logout, a deleted row and a block take effect with the next request; when the provider ends its session, ours ends,
 * too (S24, S79).
 */
export function followSignInSessions(provider: Provider): void {
  const Session = provider.Session as SessionClass;
  const { get } = Session;
  const { destroy, save } = Session.prototype;

  Session.get = async function followSignIn(ctx) {
    const signIn = await findSignIn(ctx);
    let session = await get.call(this, ctx);
    const isSame = signIn !== null && session.accountId === signIn.user.id && session.uid === signIn.id;
    if (!isSame && session.accountId) {
      await destroy.call(session); // deletes only the provider's row: our session may still be in use
      session = this.instantiate({});
    }
    if (signIn && !session.accountId) session = await begin(this, signIn, session);
    if (signIn) describe(session, signIn);
    const { oidc } = ctx as Partial<Pick<KoaContextWithOIDC, 'oidc'>>;
    oidc?.entity('Session', session);
    return session;
  };

  // The provider saves a changed session before it handles errors, and again afterwards if that has failed. The second
  // error would replace its response to the first one.
  Session.prototype.save = async function saveOnce(this: Session, ttl) {
    try {
      return await save.call(this, ttl);
    } finally {
      this.touched = false;
    }
  };

  Session.prototype.destroy = async function endSignIn() {
    await whileAvailable(() => endSignInOf(this));
    await destroy.call(this);
  };
}

/** Our session behind the browser's cookie. Single sign-on counts as its use. */
async function findSignIn(ctx: AnyContext): Promise<SignIn | null> {
  return whileAvailable(async () => {
    const now = new Date();
    const signIn = await findSignInOf(db(), ctx.req.headers.cookie, now);
    if (signIn) await touchSignInSession(db(), signIn, now);
    return signIn;
  });
}

/**
 * Begins a provider session for our session. Takes over the client authorizations of an earlier provider session, if
 * any.
 */
async function begin(Session: SessionClass, signIn: SignIn, found: Session & { new?: true }): Promise<Session> {
  const session = found.new ? Session.instantiate({}) : found; // the provider saves no session that is marked as new
  const known = await Session.findByUid(signIn.id);
  if (known?.authorizations) session.authorizations = known.authorizations;
  session.uid = signIn.id;
  return session;
}

/** Describes the login of our session, which may have been confirmed since the provider's session began. */
const describe = (session: Session, { user, authTime, amr }: SignIn) =>
  session.loginAccount({
    accountId: user.id,
    loginTs: Math.floor(authTime.getTime() / 1000),
    ...loginClaims(amr),
  });

/** A logout that a client requests deletes our session, too (S23). */
async function endSignInOf({ uid, accountId }: Session): Promise<void> {
  const ctx = Provider.ctx;
  if (!ctx || !accountId) return;
  const user = await db().user.findUnique({ where: { id: accountId }, select: { isAdmin: true } });
  const role = user?.isAdmin ? 'admin' : 'subscriber';
  const account = { accountId, accountRole: 'viewer' } as const; // ends a session, which needs no role
  const actor: Member = { kind: 'user', userId: accountId, ...account, role, sessionId: uid };
  await transaction(contextOf(ctx, actor), async (tx) => {
    const { count } = await tx.db.signInSession.deleteMany({ where: { id: uid, userId: accountId } });
    if (!count) return;
    await endAppSessions(tx, [uid]);
    await recordAudit(tx, 'session.ended', accountId, { session: uid });
  });
}
