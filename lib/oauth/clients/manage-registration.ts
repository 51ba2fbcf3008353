import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { DAY } from '#lib/base/time.ts';
import { recheckProvider } from '#lib/oauth/provider/provider.ts';
import { findRegistrationSettings } from '#lib/oauth/registration/settings.ts';
import type { CreateInitialTokenInput } from '#lib/oauth/schema.ts';
import type { InitialTokenView, InitialTokenWithValue, RegistrationSettings } from '#lib/oauth/views.ts';

/** How applications may become clients without an admin. */
export const getRegistrationSettings = (ctx: Context<Admin>): Promise<RegistrationSettings> =>
  findRegistrationSettings(ctx.db);

/**
 * Turns registration and metadata documents on or off. Off is effective immediately, in every process. Throws
 * `reauthentication_required`.
 */
export async function updateRegistrationSettings(
  ctx: Context<Admin>,
  after: RegistrationSettings,
): Promise<RegistrationSettings> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    await tx.db.oAuthSettings.createMany({ data: {}, skipDuplicates: true });
    await tx.db.$executeRaw`SELECT 1 FROM oauth_settings WHERE id = 1 FOR UPDATE`;
    const before = await findRegistrationSettings(tx.db);
    const data = { allowRegistration: after.registration, allowMetadataDocuments: after.metadata_documents };
    await tx.db.oAuthSettings.update({ where: { id: 1 }, data });
    await recordAudit(tx, 'oauth_settings.updated', null, { before, after });
  });
  recheckProvider();
  return after;
}

/**
 * Creates a token with which applications can register. Only this answer contains it: the row has a hash. Throws
 * `reauthentication_required`.
 */
export async function createInitialToken(
  ctx: Context<Admin>,
  { max_uses: maxUses, days }: CreateInitialTokenInput,
): Promise<InitialTokenWithValue> {
  const token = randomToken();
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const expiresAt = new Date(ctx.now.getTime() + days * DAY);
    const row = await tx.db.initialAccessToken.create({
      data: { tokenHash: sha256(token), prefix: token.slice(0, 8), maxUses, expiresAt, createdAt: ctx.now },
      select: fields,
    });
    await recordAudit(tx, 'initial_token.created', row.id, { max_uses: maxUses, expires_at: expiresAt.toISOString() });
    return { ...toView(row), token };
  });
}

/** The newest tokens that have not expired, including used-up and revoked tokens. */
export async function listInitialTokens(ctx: Context<Admin>): Promise<{ tokens: InitialTokenView[] }> {
  const rows = await ctx.db.initialAccessToken.findMany({
    where: { expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MOST_SHOWN,
    select: fields,
  });
  return { tokens: rows.map((row) => toView(row)) };
}

const MOST_SHOWN = 100;

/** Ends a token immediately. Clients that it has registered stay. Throws `not_found`. */
export async function revokeInitialToken(ctx: Context<Admin>, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { count } = await tx.db.initialAccessToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: tx.now },
    });
    if (!count) throw new DomainError('not_found', 'This token does not exist, or was already revoked.');
    await recordAudit(tx, 'initial_token.revoked', id);
  });
}

const fields = {
  id: true,
  prefix: true,
  maxUses: true,
  uses: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
} as const;

type Row = {
  id: string;
  prefix: string;
  maxUses: number;
  uses: number;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

const toView = (row: Row): InitialTokenView => ({
  id: row.id,
  token_prefix: row.prefix,
  uses: row.uses,
  max_uses: row.maxUses,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  revoked_at: row.revokedAt?.toISOString() ?? null,
});
