import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { recordAudit } from '#lib/audit/audit.ts';
import { assertRequiredFactor } from '#lib/auth/factors/required.ts';
import { registrationOptions, verifyRegistration } from '#lib/auth/factors/webauthn.ts';
import { queueSignInNotice } from '#lib/auth/login/sign-in-notice.ts';
import { canAddPasskey, MAX_PASSKEYS, type CreatePasskeyInput, type UpdatePasskeyInput } from '#lib/auth/schema.ts';
import { consumeChallenge, createChallenge, findChallenge } from '#lib/auth/session/challenge.ts';
import { deviceName } from '#lib/auth/session/device-name.ts';
import type { PasskeyView } from '#lib/auth/views.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { isUniqueViolation } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertFreshLogin, holdFreshLogin } from '#lib/base/fresh-login.ts';

const passkeyFields = {
  id: true,
  name: true,
  createdAt: true,
  lastUsedAt: true,
  isBackedUp: true,
  transports: true,
} as const;
type PasskeyRow = {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  isBackedUp: boolean;
  transports: string[];
};
const toPasskeyView = (row: PasskeyRow): PasskeyView => ({
  id: row.id,
  name: row.name,
  created_at: row.createdAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  is_backed_up: row.isBackedUp,
  transports: row.transports,
});

/** The caller's passkeys, oldest first. */
export async function listPasskeys(ctx: Context<Member>): Promise<{ passkeys: PasskeyView[] }> {
  const rows = await ctx.db.passkey.findMany({
    where: { userId: ctx.actor.userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: passkeyFields,
  });
  return { passkeys: rows.map(toPasskeyView) };
}

/**
 * Options for `navigator.credentials.create()`, and the token of the challenge's cookie. Throws
 * `reauthentication_required`, and `conflict` if the caller already has 20 passkeys.
 */
export async function startPasskeyRegistration(
  ctx: Context<Member>,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; challenge: string }> {
  await assertFreshLogin(ctx);
  await assertRequiredFactor(ctx, { settingUp: true });
  const { userId } = ctx.actor;
  const { email, passkeys } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passkeys: { select: { credentialId: true, transports: true } } },
  });
  if (!canAddPasskey(passkeys.length)) throw tooMany();
  const options = await registrationOptions({ id: userId, email: email ?? userId }, passkeys);
  const data = { userId, value: options.challenge };
  return { options, challenge: await createChallenge(ctx, 'passkey_registration', data) };
}

/**
 * Adds the passkey that the browser has created for the challenge, and mails the owner. The challenge is used up even
 * if this fails. Throws `reauthentication_required`, `invalid` for an expired challenge or an unverifiable response,
 * and `conflict` for a 21st passkey or a passkey that is already registered.
 */
export async function createPasskey(
  ctx: Context<Member>,
  { name, response }: CreatePasskeyInput,
  challengeToken: string | null,
): Promise<PasskeyView> {
  await assertFreshLogin(ctx);
  await assertRequiredFactor(ctx, { settingUp: true });
  const { userId } = ctx.actor;
  const challenge = await findChallenge(ctx, 'passkey_registration', challengeToken);
  if (challenge?.userId !== userId || !challenge.value || !(await consumeChallenge(ctx, challenge.id)))
    throw new DomainError('invalid', 'This took longer than five minutes. Please start again.');
  const registration = await verifyRegistration(response, challenge.value);
  if (!registration) throw new DomainError('invalid', 'The passkey could not be verified. Please try again.');
  const { credential, credentialBackedUp } = registration;
  try {
    return await transaction(ctx, async (tx) => {
      await holdFreshLogin(tx);
      if (!canAddPasskey(await tx.db.passkey.count({ where: { userId } }))) throw tooMany();
      const row = await tx.db.passkey.create({
        data: {
          userId,
          name: name || deviceName(tx.userAgent).slice(0, 60),
          credentialId: credential.id,
          publicKey: credential.publicKey,
          counter: credential.counter,
          transports: response.response.transports,
          isBackedUp: credentialBackedUp,
          createdAt: tx.now,
        },
        select: passkeyFields,
      });
      await recordAudit(tx, 'user.passkey_added', userId, { passkey: row.id });
      await queueSignInNotice(tx, 'passkey_added', row.name);
      return toPasskeyView(row);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new DomainError('conflict', 'This passkey is already registered.') : error;
  }
}

/** Renames one of the caller's passkeys. Throws `not_found`. */
export const updatePasskey = (ctx: Context<Member>, id: string, { name }: UpdatePasskeyInput): Promise<PasskeyView> =>
  transaction(ctx, async (tx) => {
    const { userId } = tx.actor;
    const [row] = await tx.db.passkey.updateManyAndReturn({
      where: { id, userId },
      data: { name },
      select: passkeyFields,
    });
    if (!row) throw nothingHere();
    await recordAudit(tx, 'user.passkey_renamed', userId, { passkey: id });
    return toPasskeyView(row);
  });

/** Deletes one of the caller's passkeys and mails the owner. Throws `reauthentication_required` and `not_found`. */
export async function deletePasskey(ctx: Context<Member>, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    await assertRequiredFactor(tx);
    const { userId } = tx.actor;
    const row = await tx.db.passkey.findFirst({ where: { id, userId }, select: { name: true } });
    const { count } = await tx.db.passkey.deleteMany({ where: { id, userId } });
    if (!row || !count) throw nothingHere();
    await recordAudit(tx, 'user.passkey_removed', userId, { passkey: id });
    await queueSignInNotice(tx, 'passkey_removed', row.name);
  });
}

const tooMany = () =>
  new DomainError('conflict', `You have reached the limit of ${MAX_PASSKEYS} passkeys. Please remove one first.`);
const nothingHere = () => new DomainError('not_found', 'This passkey does not exist.');
