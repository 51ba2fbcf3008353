import type { OneTimeToken as OneTimeTokenRow, TokenPurpose } from '#generated/prisma/client.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import type { Db } from '#lib/base/db/db.ts';
import { promises } from '#lib/base/promises.ts';

/**
 * Creates the token of a mailed link: 256 bits, valid for 24 hours, in an invitation for 72. Voids an older token of
 * the same purpose (S13).
 */
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
    expiresAt: new Date(now.getTime() + (purpose === 'invitation' ? promises.invitation : promises.mailedLink)),
  };
  await db.oneTimeToken.upsert({
    where: { userId_purpose: { userId: user.id, purpose } },
    create: { purpose, userId: user.id, ...data },
    update: data,
  });
  return token;
}

/** Whether a token is valid for the purpose and address. Does not consume it. */
export async function isOneTimeToken(db: Db, ...token: OneTimeToken): Promise<boolean> {
  return (await db.oneTimeToken.count({ where: fits(...token) })) > 0;
}

/** Consumes a valid token. Returns its row for exactly one of any number of callers (S14), null for the others. */
export async function consumeOneTimeToken(db: Db, ...token: OneTimeToken): Promise<OneTimeTokenRow | null> {
  const row = await db.oneTimeToken.findFirst({ where: fits(...token) });
  if (!row) return null;
  return (await db.oneTimeToken.deleteMany({ where: { id: row.id, tokenHash: row.tokenHash } })).count ? row : null;
}

type OneTimeToken = [purpose: TokenPurpose, email: string, token: string, now: Date];

const fits = (...[purpose, email, token, now]: OneTimeToken) => ({
  purpose,
  email,
  tokenHash: sha256(token),
  expiresAt: { gt: now },
  user: { email },
});
