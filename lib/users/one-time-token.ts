import { randomToken, sha256 } from '#lib/crypto.ts';
import type { Db } from '#lib/db.ts';
import type { TokenPurpose } from '#generated/prisma/client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Makes a link's token for a person: 256 bits, 24 hours, voiding the older one of the same purpose (S13). */
export async function createOneTimeToken(
  db: Db,
  purpose: TokenPurpose,
  user: { id: string; email: string },
  now: Date,
): Promise<string> {
  const token = randomToken();
  const data = {
    tokenHash: sha256(token),
    email: user.email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
  };
  await db.oneTimeToken.upsert({
    where: { userId_purpose: { userId: user.id, purpose } },
    create: { purpose, userId: user.id, ...data },
    update: data,
  });
  return token;
}

/** Uses a token up: true for exactly one of any number of callers (S14), when it fits the purpose and address and has not expired. */
export async function consumeOneTimeToken(
  db: Db,
  purpose: TokenPurpose,
  email: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const { count } = await db.oneTimeToken.deleteMany({
    where: { purpose, email, tokenHash: sha256(token), expiresAt: { gt: now }, user: { email } },
  });
  return count === 1;
}
