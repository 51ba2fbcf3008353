import { toString as toQrCode } from 'qrcode';
import { recordAudit } from '#lib/audit/audit.ts';
import { assertRequiredFactor } from '#lib/auth/factors/required.ts';
import { createRecoveryCodes, recoveryCodeHash } from '#lib/auth/factors/recovery-code.ts';
import { TOTP_PURPOSE, wrongCode } from '#lib/auth/factors/second-factor.ts';
import { createTotpSecret, totpStepOf, totpUri } from '#lib/auth/factors/totp.ts';
import { queueSignInNotice } from '#lib/auth/login/sign-in-notice.ts';
import type { SecondFactorInput } from '#lib/auth/schema.ts';
import { voidLogins } from '#lib/auth/session/in-flight.ts';
import type { RecoveryCodesView, TotpSecretView, TwoFactorView } from '#lib/auth/views.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { seal, unseal } from '#lib/base/crypto.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertFreshLogin, holdFreshLogin } from '#lib/base/fresh-login.ts';
import { consumeLimit, resetLimit } from '#lib/http/rate-limit.ts';

/** State of the caller's two-factor login. */
export async function getTwoFactor(ctx: Context<Member>): Promise<TwoFactorView> {
  const { totpEnabledAt, _count } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.actor.userId },
    select: { totpEnabledAt: true, _count: { select: { recoveryCodes: { where: { usedAt: null } }, passkeys: true } } },
  });
  return {
    enabled: totpEnabledAt !== null,
    enabled_at: totpEnabledAt?.toISOString() ?? null,
    recovery_codes_left: _count.recoveryCodes,
    has_passkeys: _count.passkeys > 0,
  };
}

/**
 * Creates the secret for an authenticator app. It takes effect with `enableTwoFactor`; creating another secret voids
 * the first. Throws `reauthentication_required`, and `conflict` while two-factor is on.
 */
export async function startTwoFactor(ctx: Context<Member>): Promise<TotpSecretView> {
  await assertFreshLogin(ctx);
  await assertRequiredFactor(ctx, { settingUp: true });
  const secret = createTotpSecret();
  const [user] = await ctx.db.user.updateManyAndReturn({
    where: { id: ctx.actor.userId, totpEnabledAt: null },
    data: { totpSecretSealed: seal(secret, TOTP_PURPOSE), totpLastStep: null },
    select: { email: true },
  });
  if (!user) throw isOnAlready();
  const uri = totpUri(secret, user.email ?? ctx.actor.userId);
  return { secret, uri, qr: await toQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }) };
}

/**
 * Enables two-factor with the app's first code, creates ten recovery codes, and mails the owner. Throws
 * `reauthentication_required`, `invalid` for a wrong code, `rate_limited`, and `conflict` if two-factor is already on
 * or the secret has been replaced in the meantime.
 */
export async function enableTwoFactor(ctx: Context<Member>, { code }: SecondFactorInput): Promise<RecoveryCodesView> {
  await assertFreshLogin(ctx);
  await assertRequiredFactor(ctx, { settingUp: true });
  const { userId } = ctx.actor;
  const { totpSecretSealed, totpEnabledAt } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { totpSecretSealed: true, totpEnabledAt: true },
  });
  if (totpEnabledAt) throw isOnAlready();
  if (!totpSecretSealed) throw startAgain();
  await consumeLimit('totp_account', userId);
  const secret = unseal(totpSecretSealed, TOTP_PURPOSE).toString();
  const step = await totpStepOf(secret, code, ctx.now, null);
  if (step === null) throw wrongCode();
  const codes = await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const { count } = await tx.db.user.updateMany({
      where: { id: userId, totpEnabledAt: null, totpSecretSealed },
      data: { totpEnabledAt: tx.now, totpLastStep: step },
    });
    if (!count) throw startAgain();
    await voidLogins(tx, userId);
    await recordAudit(tx, 'user.totp_enabled', userId);
    await queueSignInNotice(tx, 'totp_enabled');
    return replaceRecoveryCodes(tx);
  });
  await resetLimit('totp_account', userId);
  return codes;
}

/**
 * Disables two-factor, deletes its secret and recovery codes, and mails the owner. Throws `reauthentication_required`,
 * and `conflict` if two-factor is off.
 */
export async function disableTwoFactor(ctx: Context<Member>): Promise<void> {
  const { userId } = ctx.actor;
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    await assertRequiredFactor(tx);
    const { count } = await tx.db.user.updateMany({
      where: { id: userId, totpEnabledAt: { not: null } },
      data: { totpEnabledAt: null, totpSecretSealed: null, totpLastStep: null },
    });
    if (!count) throw isOff();
    await voidLogins(tx, userId);
    await tx.db.recoveryCode.deleteMany({ where: { userId } });
    await recordAudit(tx, 'user.totp_disabled', userId);
    await queueSignInNotice(tx, 'totp_disabled');
  });
}

/**
 * Replaces the recovery codes with ten new ones and mails the owner. Throws `reauthentication_required`, and `conflict`
 * while two-factor is off.
 */
export async function createNewRecoveryCodes(ctx: Context<Member>): Promise<RecoveryCodesView> {
  const { userId } = ctx.actor;
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    if (!(await tx.db.user.count({ where: { id: userId, totpEnabledAt: { not: null } } }))) throw isOff();
    await recordAudit(tx, 'user.recovery_codes_created', userId);
    await queueSignInNotice(tx, 'recovery_codes');
    return replaceRecoveryCodes(tx);
  });
}

/** Call it with the user's row locked, so that two simultaneous calls leave ten codes, not twenty. */
async function replaceRecoveryCodes(tx: Context<Member>): Promise<RecoveryCodesView> {
  const { userId } = tx.actor;
  const codes = createRecoveryCodes();
  await tx.db.recoveryCode.deleteMany({ where: { userId } });
  await tx.db.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: recoveryCodeHash(code), createdAt: tx.now })),
  });
  return { recovery_codes: codes };
}

const isOnAlready = () => new DomainError('conflict', 'Two-factor login is already on.');
const isOff = () => new DomainError('conflict', 'Two-factor login is off.');
const startAgain = () => new DomainError('conflict', 'This QR code is no longer valid. Please start again.');
