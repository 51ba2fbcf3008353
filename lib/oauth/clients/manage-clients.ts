import { randomUUID } from 'node:crypto';
import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { randomToken, sha256 } from '#lib/base/crypto.ts';
import { DomainError } from '#lib/base/errors.ts';
import { assertFreshLogin, holdFreshLogin, lockCaller } from '#lib/base/fresh-login.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';
import type { CreateOAuthClientInput, UpdateOAuthClientInput } from '#lib/oauth/schema.ts';
import type { OAuthClientView, OAuthClientWithSecret } from '#lib/oauth/views.ts';
import { toClientColumns } from './client-rules.ts';
import { clientFields, noClient, toClientView } from './clients.ts';

/**
 * Registers a client. A confidential client gets a secret, which only this answer contains. Throws
 * `reauthentication_required` and `invalid`.
 */
export async function createOAuthClient(
  ctx: Context<Admin>,
  input: CreateOAuthClientInput,
): Promise<OAuthClientWithSecret> {
  const columns = toClientColumns(input);
  const { secret, secretHash } = newSecret(columns.isPublic);
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const requirePkce = columns.isPublic || input.require_pkce;
    const row = await tx.db.oAuthClient.create({
      data: {
        id: randomUUID(),
        ...columns,
        requirePkce,
        mayReadSubscription: input.may_read_subscription,
        rolesAsGroups: input.roles_as_groups,
        mayUseDeviceFlow: input.may_use_device_flow,
        idTokenAlg: input.id_token_signed_response_alg,
        requireDpop: input.dpop_bound_access_tokens,
        requirePar: input.require_pushed_authorization_requests,
        requireTwoFactor: input.require_two_factor,
        secretHash,
        createdAt: ctx.now,
      },
      select: clientFields,
    });
    await recordAudit(tx, 'oauth_client.created', row.id, auditable(toClientView(row)));
    return { ...toClientView(row), ...secret };
  });
}

/**
 * Changes a client. A restriction takes effect immediately: removing a redirect URI ends open requests and codes,
 * removing the device flow ends device codes, and removing a scope, changing the type or requiring two factors also ends
 * all tokens. A client that becomes confidential gets a secret. Throws `reauthentication_required` if the client gains
 * anything (S88), `not_found`, `invalid`, and `StaleClient` if `version` is not
 * the current one (R24).
 */
export async function updateOAuthClient(
  ctx: Context<Admin>,
  id: string,
  input: UpdateOAuthClientInput,
): Promise<OAuthClientWithSecret> {
  return transaction(ctx, async (tx) => {
    await lockCaller(tx);
    const before = await lockClient(tx, id);
    if (input.version !== undefined && input.version !== before.version) throw new StaleClient(before);
    if (before.kind === 'metadata_document') throw new DomainError('conflict', DESCRIBES_ITSELF);
    const {
      post_logout_redirect_uris = before.post_logout_redirect_uris,
      require_pkce = before.require_pkce,
      backchannel_logout_uri = before.backchannel_logout_uri,
      may_read_subscription: mayReadSubscription = before.may_read_subscription,
      roles_as_groups: rolesAsGroups = before.roles_as_groups,
      may_use_device_flow: mayUseDeviceFlow = before.may_use_device_flow,
      id_token_signed_response_alg: idTokenAlg = before.id_token_signed_response_alg,
      dpop_bound_access_tokens: requireDpop = before.dpop_bound_access_tokens,
      require_pushed_authorization_requests: requirePar = before.require_pushed_authorization_requests,
      require_two_factor: requireTwoFactor = before.require_two_factor,
    } = input;
    if (before.kind !== 'admin' && mayReadSubscription) throw new DomainError('conflict', MAY_NOT_READ);
    const columns = toClientColumns({ ...input, post_logout_redirect_uris, backchannel_logout_uri });
    const isNewType = columns.isPublic !== before.is_public;
    const { secret, ...hash } = isNewType ? newSecret(columns.isPublic) : { secret: {} };
    const requirePkce = columns.isPublic || require_pkce;
    const row = await tx.db.oAuthClient.update({
      where: { id },
      data: {
        ...columns,
        ...hash,
        ...{
          requirePkce,
          mayReadSubscription,
          rolesAsGroups,
          mayUseDeviceFlow,
          idTokenAlg,
          requireDpop,
          requirePar,
          requireTwoFactor,
        },
        version: { increment: 1 },
      },
      select: clientFields,
    });
    const after = toClientView(row);
    if (gains(before, after)) await assertFreshLogin(tx);
    await endWhatWasTaken(tx, before, after);
    await recordAudit(tx, 'oauth_client.updated', id, { before: auditable(before), after: auditable(after) });
    return { ...after, ...secret };
  });
}

/** Whether a change sends users or their data elsewhere, gives the client more, or asks less of its requests (S88). */
function gains(before: OAuthClientView, after: OAuthClientView): boolean {
  const places = ({ redirect_uris, post_logout_redirect_uris, backchannel_logout_uri }: OAuthClientView) =>
    JSON.stringify([redirect_uris.toSorted(), post_logout_redirect_uris.toSorted(), backchannel_logout_uri]);
  const protections = [
    'require_pkce',
    'dpop_bound_access_tokens',
    'require_pushed_authorization_requests',
    'require_two_factor',
  ] as const;
  const rights = ['may_read_subscription', 'roles_as_groups', 'may_use_device_flow'] as const;
  return (
    places(before) !== places(after) ||
    before.is_public !== after.is_public ||
    after.scopes.some((scope) => !before.scopes.includes(scope)) ||
    rights.some((name) => after[name] && !before[name]) ||
    protections.some((name) => before[name] && !after[name])
  );
}

const DESCRIBES_ITSELF = 'This client is described by the document at its client ID. You can block or delete it.';
const MAY_NOT_READ = 'A client that registered itself may not read the subscription. Register it yourself.';

/**
 * Blocks a client and ends its requests and tokens, or unblocks it. Users' consents stay. Throws
 * `reauthentication_required` if it unblocks the client, and `not_found`.
 */
export async function blockOAuthClient(ctx: Context<Admin>, id: string, blocked: boolean): Promise<OAuthClientView> {
  return transaction(ctx, async (tx) => {
    await lockCaller(tx);
    const before = await lockClient(tx, id);
    if (before.is_blocked === blocked) return before;
    if (!blocked) await assertFreshLogin(tx);
    const data = { blockedAt: blocked ? tx.now : null, version: { increment: 1 } };
    const row = await tx.db.oAuthClient.update({ where: { id }, data, select: clientFields });
    if (blocked) await tx.db.oidcArtifact.deleteMany({ where: { clientId: id } });
    await recordAudit(tx, blocked ? 'oauth_client.blocked' : 'oauth_client.unblocked', id);
    return toClientView(row);
  });
}

/** Deletes a client with its tokens and consents. Throws `reauthentication_required` and `not_found`. */
export async function deleteOAuthClient(ctx: Context<Admin>, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const before = await lockClient(tx, id);
    await tx.db.oAuthClient.delete({ where: { id } });
    await recordAudit(tx, 'oauth_client.deleted', id, auditable(before));
  });
}

/**
 * Gives a confidential client a new secret, which only this answer contains, and voids the old one (S72). Throws
 * `reauthentication_required`, `not_found`, and `conflict` for a public client.
 */
export async function regenerateClientSecret(ctx: Context<Admin>, id: string): Promise<OAuthClientWithSecret> {
  return transaction(ctx, async (tx) => {
    await holdFreshLogin(tx);
    const before = await lockClient(tx, id);
    if (before.is_public) throw new DomainError('conflict', 'A public client has no secret.');
    const { secret, secretHash } = newSecret(false);
    const data = { secretHash, version: { increment: 1 } };
    const row = await tx.db.oAuthClient.update({ where: { id }, data, select: clientFields });
    await recordAudit(tx, 'oauth_client.secret_regenerated', id);
    return { ...toClientView(row), ...secret };
  });
}

/** A `conflict` that carries the current row. */
export class StaleClient extends DomainError {
  readonly client: OAuthClientView;

  constructor(client: OAuthClientView) {
    super('conflict', 'Someone else has changed this client.');
    this.client = client;
  }
}

/** 256 random bits and their hash for the row (S72); nothing for a public client, which could not keep a secret. */
function newSecret(isPublic: boolean) {
  if (isPublic) return { secret: {}, secretHash: null };
  const value = randomToken();
  return { secret: { client_secret: value }, secretHash: sha256(value) };
}

/** Locks a client until the transaction ends. Throws `not_found`. */
async function lockClient(tx: Context, id: string): Promise<OAuthClientView> {
  await tx.db.$queryRaw`SELECT 1 FROM oauth_clients WHERE id = ${id} FOR UPDATE`;
  const row = await tx.db.oAuthClient.findUnique({ where: { id }, select: clientFields });
  if (!row) throw noClient();
  return toClientView(row);
}

async function endWhatWasTaken(tx: Context, before: OAuthClientView, now: OAuthClientView): Promise<void> {
  const lostEntitlement = before.may_read_subscription && !now.may_read_subscription;
  const lostScope = lostEntitlement || before.scopes.some((scope) => !now.scopes.includes(scope));
  const lostUri = before.redirect_uris.some((uri) => !now.redirect_uris.includes(uri));
  const lostDevices = before.may_use_device_flow && !now.may_use_device_flow;
  const clientId = before.id;
  const needsMore = now.require_two_factor && !before.require_two_factor;
  if (lostScope || needsMore || before.is_public !== now.is_public)
    await tx.db.oidcArtifact.deleteMany({ where: { clientId } });
  else {
    const model = [...(lostUri ? ['Interaction', 'AuthorizationCode'] : []), ...(lostDevices ? ['DeviceCode'] : [])];
    if (model.length) await tx.db.oidcArtifact.deleteMany({ where: { clientId, model: { in: model } } });
  }
}

/**
 * What the audit log stores about a client. Email addresses in its name are removed, because the audit log must not
 * contain any.
 */
const auditable = ({ id: _id, created_at: _created, name, ...rest }: OAuthClientView) => ({
  name: withoutAddresses(name),
  ...rest,
});
