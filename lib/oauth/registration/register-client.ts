import { type AdapterPayload, errors, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { type Context, transaction } from '#lib/base/context.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { redirectHost } from '#lib/oauth/clients/redirect-uri.ts';
import { OAUTH_SCOPES } from '#lib/oauth/scopes.ts';
import { CLIENT_ADDRESS_HEADER, processContext } from '#lib/routes/request-context.ts';
import { useInitialToken } from './initial-token.ts';
import { metadataProblem } from './metadata-rules.ts';

/** The metadata that is stored and returned. Logos, links and contacts are neither shown nor stored. */
const KEPT = new Set([
  ...['client_id', 'client_id_issued_at', 'client_secret', 'client_secret_expires_at', 'client_name'],
  ...['redirect_uris', 'post_logout_redirect_uris', 'application_type', 'token_endpoint_auth_method'],
  ...['id_token_signed_response_alg', 'dpop_bound_access_tokens', 'require_pushed_authorization_requests'],
]);

/**
 * The policy of every registration: refuses metadata that an admin would have to decide on, and changes `properties` to
 * what will be stored. Throws `invalid_client_metadata`.
 */
export function applyRegistrationPolicy(ctx: KoaContextWithOIDC, properties: Record<string, unknown>): void {
  const sent = ctx.oidc.body ?? {};
  const problem = 'client_secret' in sent ? 'the secret is chosen by this server' : metadataProblem(properties);
  if (problem) throw new errors.InvalidClientMetadata(problem);
  const { scope, redirect_uris: uris } = properties;
  for (const name of Object.keys(properties)) if (!KEPT.has(name)) Reflect.deleteProperty(properties, name);
  properties.client_name ??= redirectHost(Array.isArray(uris) ? String(uris[0]) : '');
  properties.scope = scope ?? OAUTH_SCOPES.join(' ');
  properties.grant_types = ['authorization_code', 'refresh_token'];
  properties.response_types = ['code'];
  properties.require_pkce = true;
}

/**
 * Stores a client that has registered itself, and counts the use of its initial access token, both or neither. Throws
 * `invalid_token` if the token no longer works.
 */
export async function storeRegisteredClient(id: string, metadata: AdapterPayload): Promise<void> {
  const ctx = registrationContext();
  const token = Provider.ctx?.oidc.entities.InitialAccessToken?.jti;
  const { client_secret: secret, token_endpoint_auth_method: method } = metadata;
  const alg = SIGNING_ALGORITHMS.find((each) => each === metadata.id_token_signed_response_alg);
  await transaction(ctx, async (tx) => {
    const tokenId = token === undefined ? null : await useInitialToken(tx.db, token);
    if (tokenId === null) throw new errors.InvalidToken('initial access token not found');
    const redirectUris = [...(metadata.redirect_uris ?? [])];
    await tx.db.oAuthClient.create({
      data: {
        id,
        kind: 'registered',
        name: metadata.client_name ?? redirectHost(redirectUris[0] ?? ''),
        redirectUris,
        postLogoutRedirectUris: [...(metadata.post_logout_redirect_uris ?? [])],
        scopes: OAUTH_SCOPES.filter((scope) => metadata.scope?.split(' ').includes(scope)),
        isPublic: method === 'none',
        requirePkce: true,
        requireDpop: metadata.dpop_bound_access_tokens === true,
        requirePar: metadata.require_pushed_authorization_requests === true,
        ...(alg && { idTokenAlg: alg }),
        secretHash: method === 'none' || secret === undefined ? null : sha256(secret),
        createdAt: tx.now,
      },
      select: { id: true },
    });
    const hosts = redirectUris.map((uri) => redirectHost(uri));
    await recordAudit(tx, 'oauth_client.registered', id, { kind: 'registered', initial_token: tokenId, hosts });
  });
}

/** The caller of the current request to the provider: anonymous, with an IP address. */
export function registrationContext(): Context {
  const address = Provider.ctx?.req.headers[CLIENT_ADDRESS_HEADER];
  return { ...processContext({ kind: 'anonymous' }), ip: typeof address === 'string' ? address : null };
}
