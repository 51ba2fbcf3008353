import type { Context } from '#lib/base/context.ts';
import { unseal } from '#lib/base/crypto.ts';
import { invalidField } from '#lib/base/errors.ts';
import { consumeLimit, resetLimit } from '#lib/http/rate-limit.ts';
import { looksLikeRecoveryCode, recoveryCodeHash } from './recovery-code.ts';
import { totpStepOf } from './totp.ts';

export const wrongCode = () =>
  invalidField('code', 'The code is incorrect.', 'The code is incorrect. Please try the next one.');

/** The purpose that TOTP secrets are sealed for. */
export const TOTP_PURPOSE = 'totp';

type Person = { id: string; totpSecretSealed: Uint8Array | null; totpLastStep: bigint | null };

/**
 * Counts an attempt to use a code, and resets the count when `work` succeeds. Counting uses a separate connection, so
 * it is not part of the transaction of `work`. Throws `rate_limited` after ten attempts within 15 minutes.
 */
export async function countingCodes<T>(userId: string, work: () => Promise<T>): Promise<T> {
  await consumeLimit('totp_account', userId);
  const result = await work();
  await resetLimit('totp_account', userId);
  return result;
}

/**
 * Consumes an authenticator code or a recovery code of a user with two-factor. Each code works once, even for
 * simultaneous callers. Throws `invalid` for any other code. Call it inside `countingCodes`.
 */
export async function useSecondFactor(ctx: Context, person: Person, code: string): Promise<void> {
  const used = looksLikeRecoveryCode(code)
    ? await useRecoveryCode(ctx, person.id, code)
    : await useTotpCode(ctx, person, code);
  if (!used) throw wrongCode();
}

async function useTotpCode(
  ctx: Context,
  { id, totpSecretSealed, totpLastStep }: Person,
  code: string,
): Promise<boolean> {
  if (!totpSecretSealed) return false;
  const secret = unseal(totpSecretSealed, TOTP_PURPOSE).toString();
  const step = await totpStepOf(secret, code, ctx.now, totpLastStep);
  if (step === null) return false;
  const { count } = await ctx.db.user.updateMany({
    where: { id, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return count === 1;
}

async function useRecoveryCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const { count } = await ctx.db.recoveryCode.updateMany({
    where: { userId, codeHash: recoveryCodeHash(code), usedAt: null },
    data: { usedAt: ctx.now },
  });
  return count === 1;
}
