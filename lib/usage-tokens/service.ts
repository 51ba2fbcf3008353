import { recordAudit } from '#lib/audit/audit.ts';
import { queueUsageTokenNotice } from '#lib/auth/login/sign-in-notice.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { toUsageTokenView, usageTokenFields } from './queries.ts';
import { canAddUsageToken, MAX_USAGE_TOKENS, type CreateUsageTokenInput } from './schema.ts';
import type { CreatedUsageTokenView } from './views.ts';

/** The prefix that identifies a usage token wherever it is found; 256 random bits follow. */
const MARK = 'rpu_';
const SHOWN_LENGTH = MARK.length + 8;

/**
 * Creates a token that reads the caller's usage, and mails the caller a notice. Only this answer contains the token:
 * the row keeps a hash (S76). Throws `reauthentication_required`, and `conflict` for a sixth token.
 */
export async function createUsageToken(
  ctx: Context<Member>,
  { name, may_report: mayReport = false }: CreateUsageTokenInput,
): Promise<CreatedUsageTokenView> {
  const { accountId, userId } = ctx.actor;
  const token = MARK + randomToken();
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx); // a concurrent reset either sees this token or has ended the session (S13)
    if (!canAddUsageToken(await tx.db.usageToken.count({ where: { accountId } }))) throw tooMany();
    const row = await tx.db.usageToken.create({
      data: {
        accountId,
        createdBy: userId,
        name,
        mayReport,
        tokenHash: sha256(token),
        prefix: token.slice(0, SHOWN_LENGTH),
        createdAt: tx.now,
      },
      select: usageTokenFields,
    });
    await queueUsageTokenNotice(tx, { name, mayReport });
    await recordAudit(tx, 'user.usage_token_created', accountId, { usage_token: row.id });
    return { usage_token: toUsageTokenView(row), token };
  });
}

/** Revokes one of the caller's usage tokens from the next request on. Throws `not_found` for any other id (S47). */
export async function revokeUsageToken(ctx: Context<Member>, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { accountId } = tx.actor;
    const { count } = await tx.db.usageToken.deleteMany({ where: { id, accountId } });
    if (!count) throw new DomainError('not_found', 'This usage token does not exist.');
    await recordAudit(tx, 'user.usage_token_revoked', accountId, { usage_token: id });
  });
}

const tooMany = () =>
  new DomainError('conflict', `You have reached the limit of ${MAX_USAGE_TOKENS} usage tokens. Revoke one first.`);
