import type { Factors } from '#emails/factors.ts';
import type { Context } from '#lib/context.ts';

/**
 * Removes what a person logs in with besides the password, as far as it was added since then: passkeys, the authenticator
 * with its recovery codes (of an older one, the codes that were made since), and known browsers. Returns what went. Call it
 * with the person's row held, and their logins voided.
 */
export async function removeFactorsSince(tx: Context, userId: string, since: Date): Promise<Factors> {
  const wasSince = { userId, createdAt: { gte: since } };
  const passkeys = await tx.db.passkey.findMany({
    where: wasSince,
    orderBy: { createdAt: 'asc' },
    select: { name: true },
  });
  await tx.db.passkey.deleteMany({ where: wasSince });
  await tx.db.knownDevice.deleteMany({ where: wasSince });
  const authenticator = (await tx.db.user.count({ where: { id: userId, totpEnabledAt: { gte: since } } })) > 0;
  await tx.db.user.updateMany({
    where: { id: userId, OR: [{ totpEnabledAt: null }, { totpEnabledAt: { gte: since } }] }, // null: one that waits for its first code
    data: { totpEnabledAt: null, totpSecretSealed: null, totpLastStep: null },
  });
  await tx.db.recoveryCode.deleteMany({ where: authenticator ? { userId } : wasSince });
  return { authenticator, passkeys: passkeys.map(({ name }) => name) };
}
