import { type AdapterPayload, errors, Provider } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { type Context, transaction } from '#lib/base/context.ts';
import { sha256 } from '#lib/base/crypto.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { redirectHost } from '#lib/oauth/redirect-uri.ts';
import { OAUTH_SCOPES } from '#lib/oauth/scopes.ts';
import { CLIENT_ADDRESS_HEADER, processContext } from '#lib/routes/request-context.ts';
import { useInitialToken } from './initial-token.ts';

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
