import type { AdapterPayload } from 'oidc-provider';
import { equalInConstantTime, sha256 } from '#lib/crypto.ts';
import { Prisma } from '#lib/db.ts';
import { isStorable } from '#lib/http/postgres-text.ts';
import type { SigningAlgorithm } from '#lib/oauth/algorithms.ts';
import { ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';
import { isOwnScheme } from '#lib/oauth/clients/redirect-uri.ts';
import { read } from './prepared-query.ts';

/**
 * A client as the provider reads it (RFC 7591 §2). `client_secret` is the base64url of the secret's SHA-256, never the
 * secret (see `isClientSecret`). Undefined for an unknown or blocked client, a confidential client without a secret,
 * and a client with a metadata document, which the provider reads itself.
 */
export async function findClientMetadata(id: string): Promise<AdapterPayload | undefined> {
  if (!isStorable(id)) return undefined;
  const [client] = await read<ClientRow>(selectOf(id));
  if (!client || (!client.isPublic && !client.secretHash)) return undefined;
  const hash = client.isPublic ? null : client.secretHash;
  return {
    client_id: id,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    scope: [...client.scopes, ...(client.mayReadSubscription ? ENTITLEMENT_SCOPES : [])].join(' '),
    application_type: client.isPublic && client.redirectUris.some(isOwnScheme) ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token', ...(client.mayUseDeviceFlow ? [DEVICE_GRANT] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: client.isPublic ? 'none' : 'client_secret_basic', // allows client_secret_post, too
    require_auth_time: true,
    require_pkce: client.requirePkce,
    id_token_signed_response_alg: client.idTokenAlg,
    dpop_bound_access_tokens: client.requireDpop,
    require_pushed_authorization_requests: client.requirePar,
    require_two_factor: client.requireTwoFactor,
    ...(client.backchannelLogoutUri !== null && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      backchannel_logout_session_required: true, // ID tokens and logout tokens contain sid
    }),
    ...(hash && { client_secret: Buffer.from(hash).toString('base64url') }),
  };
}

/** Whether `secret` has the hash that `findClientMetadata` returned, compared in constant time (S72). */
export const isClientSecret = (storedHash: string | undefined, secret: string): boolean =>
  storedHash !== undefined && equalInConstantTime(Buffer.from(storedHash, 'base64url'), sha256(secret));

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

type ClientRow = {
  name: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  scopes: string[];
  isPublic: boolean;
  requirePkce: boolean;
  mayReadSubscription: boolean;
  mayUseDeviceFlow: boolean;
  requireDpop: boolean;
  requirePar: boolean;
  requireTwoFactor: boolean;
  idTokenAlg: SigningAlgorithm;
  backchannelLogoutUri: string | null;
  secretHash: Uint8Array | null;
};

const selectOf = (id: string) => Prisma.sql`
  SELECT name, redirect_uris AS "redirectUris", post_logout_redirect_uris AS "postLogoutRedirectUris", scopes,
         is_public AS "isPublic", require_pkce AS "requirePkce", may_read_subscription AS "mayReadSubscription",
         may_use_device_flow AS "mayUseDeviceFlow",
         backchannel_logout_uri AS "backchannelLogoutUri", id_token_alg AS "idTokenAlg",
         require_dpop AS "requireDpop", require_par AS "requirePar",
         require_two_factor AS "requireTwoFactor", secret_hash AS "secretHash"
  FROM oauth_clients WHERE id = ${id} AND blocked_at IS NULL AND kind <> 'metadata_document'`;
