import { recordAudit } from '#lib/audit/audit.ts';
import type { LoginRefusal } from '#lib/auth/views.ts';
import type { Context } from '#lib/base/context.ts';
import { DomainError, type ErrorCode } from '#lib/base/errors.ts';
import { auditedBrowser } from './device-name.ts';

type Person = { id: string; blockedAt: Date | null; emailVerifiedAt: Date | null };

/**
 * Refuses and records the login of a user who is blocked or has not verified the address. Call it only after the user
 * has authenticated (S2). Throws `user_blocked` or `email_not_verified`.
 */
export async function assertMayLogIn(ctx: Context, { id, blockedAt, emailVerifiedAt }: Person): Promise<void> {
  if (blockedAt)
    await refuseLogin(ctx, id, 'user_blocked', 'Your account is blocked. Please contact support.', 'user_blocked');
  if (!emailVerifiedAt)
    await refuseLogin(
      ctx,
      id,
      'email_not_verified',
      'Please verify your email address before logging in.',
      'email_not_verified',
    );
}

/** Records a refused login in the audit log, then throws. */
export async function refuseLogin(
  ctx: Context,
  userId: string | null,
  code: ErrorCode,
  text: string,
  reason: LoginRefusal,
): Promise<never> {
  await recordRefusedLogin(ctx, userId, reason);
  throw new DomainError(code, text);
}

/** Records a refused login in the audit log. */
export async function recordRefusedLogin(
  ctx: Context,
  userId: string | null,
  reason: LoginRefusal,
  details: { again?: true; limit?: string } = {},
): Promise<void> {
  await recordAudit(ctx, 'session.refused', userId, { reason, ...details, ...auditedBrowser(ctx) });
}
