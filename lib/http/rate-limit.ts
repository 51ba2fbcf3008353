import { createHmac } from 'node:crypto';
import { deriveKey } from '#lib/base/crypto.ts';
import { db, type Db, Prisma } from '#lib/base/db/db.ts';
import { readPrepared, writePrepared } from '#lib/base/db/prepared.ts';
import { DomainError } from '#lib/base/errors.ts';
import { env } from '#lib/base/settings/env.ts';
import { addressGroup } from './client-address.ts';
import { LIMITS, type LimitName } from './limits.ts';

export type { LimitName };
/** A limit and the subject that it counts. */
export type Limited = readonly [name: LimitName, subject: string];

/**
 * Adds one to the subject's count. Throws `rate_limited` with the seconds to wait when the limit is reached. All
 * instances share the counts.
 */
export async function consumeLimit(name: LimitName, subject: string): Promise<void> {
  if (!(await tryToCount(name, subject))) throw await limited(name, subject);
}

/** Like `consumeLimit`, but returns false instead of throwing. In a transaction (`store`) it counts on commit. */
export async function tryToCount(name: LimitName, subject: string, store: Db = db()): Promise<boolean> {
  const { most, spanMs } = LIMITS[name];
  const now = Date.now();
  const counting = Prisma.sql`
    INSERT INTO rate_limits AS row (key, points, expire)
    VALUES (${keyOf(name, subject)}, 1, ${BigInt(now + spanMs)})
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN row.expire <= ${now} THEN 1 ELSE row.points + 1 END,
      expire = CASE WHEN row.expire <= ${now} THEN excluded.expire ELSE row.expire END
    WHERE row.expire <= ${now} OR row.points < ${most}`;
  return (await writePrepared(store, counting)) > 0;
}

/**
 * Counts against all limits, or against none if a limit is reached. Returns the first limit that is reached, else null.
 */
export async function tryToCountAll(limits: readonly Limited[]): Promise<Limited | null> {
  for (const [index, limit] of limits.entries()) {
    if (await tryToCount(...limit)) continue;
    await giveBack(limits.slice(0, index));
    return limit;
  }
  return null;
}

/** Takes back one count of each limit, for an attempt that succeeded, threw or did not happen. */
export async function giveBack(limits: readonly Limited[]): Promise<void> {
  for (const [name, subject] of limits) {
    const key = keyOf(name, subject);
    const givingBack = Prisma.sql`UPDATE rate_limits SET points = points - 1 WHERE key = ${key} AND points > 0`;
    await writePrepared(db(), givingBack);
  }
}

/** Throws `rate_limited` when the subject has reached its limit, without counting. */
export async function assertBelowLimit(name: LimitName, subject: string): Promise<void> {
  const row = await findCount(name, subject);
  if (row && row.points >= LIMITS[name].most) throw tooMany(row.waitMs);
}

/** Resets the count after a success. */
export async function resetLimit(name: LimitName, subject: string): Promise<void> {
  await db().rateLimit.deleteMany({ where: { key: keyOf(name, subject) } });
}

/** The error for a subject that has reached its limit. */
export async function limited(name: LimitName, subject: string): Promise<DomainError> {
  return tooMany((await findCount(name, subject))?.waitMs ?? 0);
}

async function findCount(name: LimitName, subject: string) {
  const now = Date.now();
  const finding = Prisma.sql`SELECT points, expire FROM rate_limits WHERE key = ${keyOf(name, subject)}`;
  const [row] = await readPrepared<{ points: number; expire: string }>(db(), finding); // pg returns a bigint as text
  return row && Number(row.expire) > now ? { points: row.points, waitMs: Number(row.expire) - now } : null;
}

const tooMany = (waitMs: number) =>
  new DomainError('rate_limited', 'Too many attempts. Please wait a moment and try again.', {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });

let secret: Buffer | undefined;

/** The table stores a subject as its HMAC, so it holds no address. */
function keyOf(name: LimitName, subject: string): string {
  secret ??= deriveKey(env().AUTH_SECRET, 'rate-limit');
  const counted = LIMITS[name].counts === 'address' ? addressGroup(subject) : subject;
  return `${name}:${createHmac('sha256', secret).update(counted).digest('base64url')}`;
}
