import { actingFor } from '#lib/accounts/acting-for.ts';
import type { AccountRole, Context } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { type Db, Prisma } from '#lib/base/db/db.ts';
import { readPrepared } from '#lib/base/db/prepared.ts';
import { DAY, MINUTE } from '#lib/base/time.ts';
import { cookieName, fitsSessionCookie, httpOnlyCookie, readCookie } from './cookies.ts';
import { keptUserAgent } from './device-name.ts';

/** A session ends after 7 days without use, and at the latest 30 days after it began (S25). */
export const IDLE_MS = 7 * DAY;
export const ABSOLUTE_MS = 30 * DAY;
/** The last use is written at most once a minute (P6). */
export const TOUCH_MS = MINUTE;
/** Whether the stored last use is old enough to be updated. */
export const isLongAgo = (seen: Date, now: Date): boolean => now.getTime() - seen.getTime() >= TOUCH_MS;

/** Name of the session cookie on this origin. */
export const sessionCookieName = () => cookieName('session');

/** A session and its user. Read at every request, never taken from the cookie (S24). */
export type SignIn = {
  id: string;
  authTime: Date;
  expiresAt: Date;
  createdAt: Date;
  lastSeenAt: Date;
  amr: string[];
  user: { id: string; email: string | null; isAdmin: boolean };
  /** the account that the session acts for, and what the person is in it */
  account: { id: string; role: AccountRole; hasOthers: boolean; needsTwoFactors: boolean };
};

/** Authentication methods (RFC 8176): password, one-time code, passkey. */
export type Amr = 'pwd' | 'otp' | 'hwk';

/** When the person authenticated, and when the session began. */
export type SessionTimes = { authTime: Date; createdAt: Date };

/**
 * Starts a session and returns the cookie's token; the row holds its hash (S21). `began` gives the times of a session
 * that does not start with a login, because only a login makes a session fresh.
 */
export async function startSignInSession(
  ctx: Context,
  userId: string,
  amr: Amr[] = ['pwd'],
  began: SessionTimes = { authTime: ctx.now, createdAt: ctx.now },
): Promise<{ id: string; token: string }> {
  const token = randomToken();
  const { authTime, createdAt } = began;
  const { id } = await ctx.db.signInSession.create({
    data: {
      userId,
      tokenHash: sha256(token),
      authTime,
      amr,
      createdAt,
      lastSeenAt: ctx.now,
      expiresAt: idleEnd(createdAt, ctx.now),
      ip: ctx.ip,
      userAgent: keptUserAgent(ctx),
    },
    select: { id: true },
  });
  return { id, token };
}

type SignInRow = Omit<SignIn, 'user' | 'account'> & {
  userId: string;
  email: string | null;
  isAdmin: boolean;
  accountId: string;
  accountRole: AccountRole;
  hasOthers: boolean;
  needsTwoFactors: boolean;
};

/**
 * The live session behind a cookie's token, with its user and account; null if the session is unknown or expired, or the
 * user is blocked. One statement, because it precedes every request: a removed member has no access at the next.
 */
export async function findSignInSession(db: Db, token: string, now: Date): Promise<SignIn | null> {
  if (token.length > 200) return null;
  const statement = Prisma.sql`
    SELECT s.id, s.auth_time AS "authTime", s.expires_at AS "expiresAt", s.created_at AS "createdAt",
           s.last_seen_at AS "lastSeenAt", s.amr, u.id AS "userId", u.email, u.is_admin AS "isAdmin",
           m.account_id AS "accountId", m.role AS "accountRole", m.has_others AS "hasOthers",
           (SELECT coalesce(a.two_factor_from <= ${now}, false) FROM accounts a WHERE a.id = m.account_id) AS "needsTwoFactors"
    FROM sign_in_sessions s JOIN users u ON u.id = s.user_id
      CROSS JOIN LATERAL ${actingFor(Prisma.sql`s.account_id`)} m
    WHERE s.token_hash = ${sha256(token)} AND u.blocked_at IS NULL
      AND s.expires_at > ${now} AND s.created_at > ${new Date(now.getTime() - ABSOLUTE_MS)}`;
  const [row] = await readPrepared<SignInRow>(db, statement);
  if (!row) return null;
  const { userId: id, email, isAdmin, accountId, accountRole: role, hasOthers, needsTwoFactors, ...session } = row;
  return { ...session, user: { id, email, isAdmin }, account: { id: accountId, role, hasOthers, needsTwoFactors } };
}

/** The live session behind a request's `Cookie` header, like `findSignInSession`. */
export async function findSignInOf(db: Db, cookieHeader: string | null | undefined, now: Date): Promise<SignIn | null> {
  const token = readCookie(cookieHeader, 'session');
  const signIn = token ? await findSignInSession(db, token, now) : null;
  return signIn && fitsSessionCookie(cookieHeader, signIn.createdAt) ? signIn : null;
}

/** Records use, at most once a minute. Extends the idle expiry, but never beyond the absolute expiry. */
export async function touchSignInSession(db: Db, session: SignIn, now: Date): Promise<void> {
  if (!isLongAgo(session.lastSeenAt, now)) return;
  const { count } = await db.signInSession.updateMany({
    where: { id: session.id, lastSeenAt: { lte: new Date(now.getTime() - TOUCH_MS) } },
    data: { lastSeenAt: now, expiresAt: idleEnd(session.createdAt, now) },
  });
  if (count) await db.user.updateMany({ where: { id: session.user.id }, data: { lastSeenAt: now } });
}

/** The time at which a session that is used now expires unless it is used again (S25). */
const idleEnd = (createdAt: Date, now: Date) =>
  new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + ABSOLUTE_MS));

/** Ends the session behind a token. Returns the ids of session and user, or null if there is no such session. */
export async function endSignInSession(db: Db, token: string): Promise<{ id: string; userId: string } | null> {
  const row = await db.signInSession.findUnique({
    where: { tokenHash: sha256(token) },
    select: { id: true, userId: true },
  });
  if (!row) return null;
  const { count } = await db.signInSession.deleteMany({ where: { id: row.id } });
  return count ? row : null;
}

/** Set-Cookie for a session; a null token deletes it. The cookie lives 30 days; the session may end earlier (S85). */
export const sessionCookie = (token: string | null) => httpOnlyCookie('session', token, ABSOLUTE_MS / 1000);
