import { type AdapterPayload, Provider } from 'oidc-provider';
import { equalInConstantTime, sha256 } from '#lib/base/crypto.ts';
import { Prisma } from '#lib/base/db/db.ts';
import { isStorable } from '#lib/http/postgres-text.ts';
import type { SigningAlgorithm } from '#lib/oauth/algorithms.ts';
import { isOwnScheme } from '#lib/oauth/redirect-uri.ts';
import { ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';
import { hashOf, issuedBeside, type StoredToken } from './oidc-rows.ts';
import { read } from './prepared-query.ts';
import { requestMemory } from './request-memory.ts';

/**
 * A client as the provider reads it (RFC 7591 §2). `client_secret` is the base64url of the secret's SHA-256, never the
 * secret (see `isClientSecret`). Undefined for an unknown or blocked client, a confidential client without a secret,
 * and a client with a metadata document, which the provider reads itself.
 */
export async function findClientMetadata(id: string): Promise<AdapterPayload | undefined> {
  if (!isStorable(id)) return undefined;
  const client = await readClient(id);
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
    roles_as_groups: client.rolesAsGroups,
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
  rolesAsGroups: boolean;
  mayUseDeviceFlow: boolean;
  requireDpop: boolean;
  requirePar: boolean;
  requireTwoFactor: boolean;
  idTokenAlg: SigningAlgorithm;
  backchannelLogoutUri: string | null;
  secretHash: Uint8Array | null;
};

/**
 * Reads a client, and in the same statement the token or code of its request, because the provider asks for that next
 * (P5, P16). Nothing of it leaves before the client has authenticated.
 */
async function readClient(id: string): Promise<ClientRow | undefined> {
  const [memory, value] = [requestMemory(), valueOfRequest()];
  if (!memory || value === null) return (await read<ClientRow>(selectOf(id)))[0];
  const key = hashOf(value);
  const rows = await read<ClientRow & (StoredToken | { model: null })>(selectWithIssued(id, key));
  if (rows.length) memory.tokens.set(key, Promise.resolve(rows.filter((row) => row.model !== null)));
  return rows[0];
}

/** The token or code that this request is about; null if it is about none. */
function valueOfRequest(): string | null {
  const { route = '', params = {} } = Provider.ctx?.oidc ?? {};
  const { token, code, refresh_token: refreshToken } = params as Record<string, unknown>;
  const value = { introspection: token, revocation: token, token: code ?? refreshToken }[route];
  return typeof value === 'string' ? value : null;
}

const CLIENT = Prisma.raw(`
  SELECT name, redirect_uris AS "redirectUris", post_logout_redirect_uris AS "postLogoutRedirectUris", scopes,
         is_public AS "isPublic", require_pkce AS "requirePkce", may_read_subscription AS "mayReadSubscription",
         may_use_device_flow AS "mayUseDeviceFlow", roles_as_groups AS "rolesAsGroups",
         backchannel_logout_uri AS "backchannelLogoutUri", id_token_alg AS "idTokenAlg",
         require_dpop AS "requireDpop", require_par AS "requirePar",
         require_two_factor AS "requireTwoFactor", secret_hash AS "secretHash"`);

const selectOf = (id: string) => Prisma.sql`
  ${CLIENT} FROM oauth_clients c WHERE ${isInUse(id)}`;

const selectWithIssued = (id: string, key: string) => Prisma.sql`
  ${CLIENT}, issued.* FROM oauth_clients c ${issuedBeside(key)} WHERE ${isInUse(id)}`;

const isInUse = (id: string) => Prisma.sql`
  c.id = ${id} AND c.blocked_at IS NULL AND c.kind <> 'metadata_document'`;
