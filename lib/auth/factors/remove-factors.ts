import type { Factors } from '#emails/parts/factors.ts';
import type { Context } from '#lib/base/context.ts';

/**
 * Removes the login factors added since `since`: passkeys, known devices, and the authenticator with its recovery
 * codes. An older authenticator stays and loses only the recovery codes created since. Returns the removed factors. The
 * caller must have locked the user's row and voided the user's logins in flight.
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
    // null: the secret is not enabled; it is removed, too, because nothing says when it was created
    where: { id: userId, OR: [{ totpEnabledAt: null }, { totpEnabledAt: { gte: since } }] },
    data: { totpEnabledAt: null, totpSecretSealed: null, totpLastStep: null },
  });
  await tx.db.recoveryCode.deleteMany({ where: authenticator ? { userId } : wasSince });
  return { authenticator, passkeys: passkeys.map(({ name }) => name) };
}
