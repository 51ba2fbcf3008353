import type { Context } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DAY } from '#lib/base/time.ts';
import { AT_ONCE } from '#lib/http/limits.ts';
import { httpOnlyCookie } from './cookies.ts';
import { keptUserAgent } from './device-name.ts';
import { isLongAgo } from './sign-in-session.ts';

const DEVICE_MS = 30 * DAY;

/** Set-Cookie for a known device, which logs no one in: 30 days, renewed by each login (S85). */
export const deviceCookie = (token: string) => httpOnlyCookie('device', token, DEVICE_MS / 1000);

/** Matches the device behind a cookie's token, unless it has expired (S9). */
const isKnownDevice = (token: string | null, now: Date) => ({
  tokenHash: sha256(token ?? ''),
  expiresAt: { gt: now },
});

/** Columns that every login reads. `devices` holds only the device behind the cookie's token. */
export const loginColumns = (token: string | null, now: Date) =>
  ({
    id: true,
    lastSeenAt: true,
    loginEpoch: true,
    devices: { where: isKnownDevice(token, now), select: { id: true, lastSeenAt: true } },
  }) satisfies Prisma.UserSelect;
export type PersonLoggingIn = Prisma.UserGetPayload<{ select: ReturnType<typeof loginColumns> }>;

/** Marks the browser as known for this user. Returns the cookie's token, and whether the browser was already known. */
export async function rememberDevice(
  ctx: Context,
  { id: userId, devices: [known] }: PersonLoggingIn,
  token: string | null,
): Promise<{ token: string; wasKnown: boolean }> {
  const seen = { lastSeenAt: ctx.now, expiresAt: new Date(ctx.now.getTime() + DEVICE_MS) };
  if (token && known) {
    if (isLongAgo(known.lastSeenAt, ctx.now))
      await ctx.db.knownDevice.updateMany({ where: { id: known.id }, data: seen });
    return { token, wasKnown: true };
  }
  const created = token && (await isAnyonesDevice(ctx.db, token, ctx.now)) ? token : randomToken();
  await ctx.db.knownDevice.upsert({
    where: { userId_tokenHash: { userId, tokenHash: sha256(created) } },
    create: {
      userId,
      tokenHash: sha256(created),
      createdAt: ctx.now,
      userAgent: keptUserAgent(ctx),
      ...seen,
    },
    update: seen,
  });
  await forgetOldestDevices(ctx.db, userId);
  return { token: created, wasKnown: false };
}

/** Keeps the 20 most recently used devices, because each login without the cookie adds one. */
async function forgetOldestDevices(db: Db, userId: string): Promise<void> {
  const tooMany = await db.knownDevice.findMany({
    where: { userId },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    skip: AT_ONCE.devices.most,
    select: { id: true },
  });
  if (tooMany.length) await db.knownDevice.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } });
}

/**
 * Forgets a user's devices except the one with the token `kept`. A later login from a forgotten device is mailed to the
 * owner as a login from a new browser.
 */
export const forgetDevices = (tx: Context, userId: string, kept: string | null = null) =>
  tx.db.knownDevice.deleteMany({ where: { userId, ...(kept !== null && { tokenHash: { not: sha256(kept) } }) } });

/** Two users may share a browser and its token. A token that we did not issue is not reused. */
const isAnyonesDevice = async (db: Db, token: string, now: Date) =>
  (await db.knownDevice.count({ where: isKnownDevice(token, now), take: 1 })) > 0;
