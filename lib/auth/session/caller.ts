import { getServerSession, type AuthOptions } from 'next-auth';
import type { Adapter } from 'next-auth/adapters';
import { hasTwoFactors } from '#lib/auth/factors/two-factors.ts';
import type { Anonymous, Member } from '#lib/base/context.ts';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { paths } from '#lib/base/paths.ts';
import { env, isSecureOrigin } from '#lib/base/settings/env.ts';
import { fitsSessionCookie, readCookie } from './cookies.ts';
import {
  endSignInSession,
  findSignInSession,
  IDLE_MS,
  sessionCookieName,
  TOUCH_MS,
  touchSignInSession,
  type SignIn,
} from './sign-in-session.ts';

declare module 'next-auth' {
  interface Session {
    signIn: SignIn;
  }
}

/**
 * next-auth's adapter over our session rows. A blocked user has no session. Errors are collected in `failures`, because
 * next-auth treats an error like a missing session.
 */
function adapter(failures: unknown[]): Adapter {
  const found = new Map<string, SignIn>();
  const noted = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  return {
    async getSessionAndUser(token: string) {
      const signIn = await noted(findSignInSession(db(), token, new Date()));
      if (!signIn) return null;
      found.set(token, signIn);
      const user = { id: signIn.user.id, email: signIn.user.email ?? '', emailVerified: null, signIn };
      return { session: { sessionToken: token, userId: user.id, expires: signIn.expiresAt }, user };
    },
    async updateSession({ sessionToken }: { sessionToken: string }) {
      const signIn = found.get(sessionToken);
      if (signIn) await noted(touchSignInSession(db(), signIn, new Date()));
      return null;
    },
    async deleteSession(token: string) {
      await endSignInSession(db(), token);
    },
    getUser: async () => null,
  };
}

const authOptions = (failures: unknown[]): AuthOptions => ({
  providers: [],
  adapter: adapter(failures),
  session: { strategy: 'database', maxAge: IDLE_MS / 1000, updateAge: TOUCH_MS / 1000 },
  pages: { signIn: paths.login() },
  useSecureCookies: isSecureOrigin(),
  cookies: { sessionToken: { name: sessionCookieName(), options: {} } },
  secret: env().AUTH_SECRET,
  logger: { error: (code) => log().warn({ code }, 'next-auth') },
  callbacks: {
    session: ({ user }) => ({ expires: '', signIn: (user as unknown as { signIn: SignIn }).signIn }),
  },
});

/** The session behind a request's `Cookie` header; null when logged out. Throws if the database is down (R9). */
export async function findSignIn(cookieHeader: string | null): Promise<SignIn | null> {
  const token = readCookie(cookieHeader, 'session');
  if (!token) return null;
  const failures: unknown[] = [];
  const [request, response] = [
    { headers: {}, cookies: { [sessionCookieName()]: token } },
    { getHeader() {}, setHeader() {} },
  ];
  const session = await getServerSession(request as never, response as never, authOptions(failures));
  if (failures.length) throw failures[0];
  return session && fitsSessionCookie(cookieHeader, session.signIn.createdAt) ? session.signIn : null;
}

/**
 * The actor of a session; anonymous if there is no session. An admin whose login proved too little is a subscriber to
 * every page and endpoint.
 */
export function actorOf(signIn: SignIn | null): Anonymous | Member {
  if (!signIn) return { kind: 'anonymous' };
  const { isAdmin } = signIn.user;
  const hasOneFactor = !hasTwoFactors(signIn.amr);
  const lacksSecondFactor = isAdmin && hasOneFactor;
  const hasConsole = isAdmin && !(lacksSecondFactor && env().ADMIN_NEEDS_TWO_FACTOR);
  return {
    kind: 'user',
    userId: signIn.user.id,
    accountId: signIn.account.id,
    accountRole: signIn.account.role,
    role: hasConsole ? 'admin' : 'subscriber',
    sessionId: signIn.id,
    ...(signIn.account.hasOthers && { hasOtherAccounts: true }),
    ...(hasOneFactor && signIn.account.needsTwoFactors && { lacksRequiredFactor: true }),
    ...(lacksSecondFactor && { lacksSecondFactor }),
  };
}

/** The actor of a request. Throws if the database is down (R9). */
export const callerOf = async (request: Request): Promise<Anonymous | Member> =>
  actorOf(await findSignIn(request.headers.get('cookie')));
