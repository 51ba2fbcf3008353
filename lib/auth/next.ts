import type { Route } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { getServerSession, type AuthOptions } from 'next-auth';
import type { Adapter } from 'next-auth/adapters';
import { cache } from 'react';
import type { Anonymous, Member } from '#lib/context.ts';
import { db } from '#lib/db.ts';
import { env, isSecureOrigin } from '#lib/env.ts';
import { log } from '#lib/log.ts';
import { paths } from '#lib/paths.ts';
import { challengeCookieName } from './challenge.ts';
import { deviceCookieName } from './known-device.ts';
import type { LoginCookies } from './service.ts';
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
 * next-auth's store: our own rows behind its four calls (identity.md). It answers null for a blocked user. What fails is
 * noted in `failures`, because next-auth takes it for "nobody is logged in".
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
  secret: env().AUTH_SECRET,
  logger: { error: (code) => log().warn({ code }, 'next-auth') },
  callbacks: {
    session: ({ user }) => ({ expires: '', signIn: (user as unknown as { signIn: SignIn }).signIn }),
  },
});

/** The sign-in behind this request, read once per request; null when logged out. Throws while the database is away (R9). */
const currentSignIn = cache(async (): Promise<SignIn | null> => {
  const name = sessionCookieName();
  if (!(await cookies()).has(name)) return null;
  const failures: unknown[] = [];
  const session = await getServerSession(authOptions(failures));
  if (failures.length) throw failures[0];
  return session?.signIn ?? null;
});

/** The address of who is logged in; null when nobody is. */
export const currentEmail = async (): Promise<string | null> => (await currentSignIn())?.user.email ?? null;

/** The cookies' raw tokens, for verbs that begin or end a session. */
export async function currentTokens(): Promise<LoginCookies & { challenge: string | null }> {
  const jar = await cookies();
  const token = (name: string) => jar.get(name)?.value.slice(0, 200) || null;
  return {
    session: token(sessionCookieName()),
    device: token(deviceCookieName()),
    challenge: token(challengeCookieName()),
  };
}

/** Who makes this request. */
export async function currentActor(): Promise<Anonymous | Member> {
  const signIn = await currentSignIn();
  if (!signIn) return { kind: 'anonymous' };
  return {
    kind: 'user',
    userId: signIn.user.id,
    role: signIn.user.isAdmin ? 'admin' : 'subscriber',
    sessionId: signIn.id,
  };
}

/** For pages: the signed-in person, or a redirect to the login that leads back to `returnTo`. */
export async function requireUser(returnTo: string): Promise<Member> {
  const actor = await currentActor();
  if (actor.kind === 'anonymous') redirect(paths.login(returnTo) as Route);
  return actor;
}
