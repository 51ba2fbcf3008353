import { z } from 'zod';
import { SIGNING_ALGORITHMS } from './algorithms.ts';

/** A client as admins see it. */
export const OAuthClientView = z.object({
  id: z.string().describe('the client_id'),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  scopes: z.array(z.string()),
  is_public: z.boolean(),
  require_pkce: z.boolean(),
  dpop_bound_access_tokens: z.boolean().describe('must use DPoP (RFC 9449)'),
  require_pushed_authorization_requests: z.boolean(),
  require_two_factor: z.boolean().describe('people need two factors to log in to it, whatever its requests say'),
  id_token_signed_response_alg: z.enum(SIGNING_ALGORITHMS),
  backchannel_logout_uri: z.string().nullable().describe('where logout tokens are sent'),
  may_read_subscription: z.boolean().describe('may also ask for the scopes subscription and groups'),
  roles_as_groups: z.boolean().describe("groups also names the person's role in the account, such as role:owner"),
  kind: z
    .enum(['admin', 'registered', 'metadata_document'])
    .describe('an admin registered it, it registered itself, or its id is the URL of its metadata'),
  is_blocked: z.boolean(),
  may_use_device_flow: z.boolean().describe('may log in on devices without a browser (RFC 8628)'),
  created_at: z.int().describe('epoch seconds'),
  version: z.int(),
});
export type OAuthClientView = z.infer<typeof OAuthClientView>;

/** The only answer that contains the secret. */
export const OAuthClientWithSecret = OAuthClientView.extend({
  client_secret: z
    .string()
    .optional()
    .describe('of a confidential client that was created or got a new secret; only this answer contains it'),
});
export type OAuthClientWithSecret = z.infer<typeof OAuthClientWithSecret>;

/** `GET admin/api/oauth2/clients`. */
export const OAuthClientListView = z.object({
  clients: z.array(OAuthClientView),
  total: z.int(),
  next_cursor: z.string().nullable(),
});
export type OAuthClientListView = z.infer<typeof OAuthClientListView>;

/** A working token, without its value. */
export const OAuthTokenView = z.object({
  type: z.enum(['access', 'refresh']),
  token_prefix: z.string().describe('its first 8 characters'),
  user_id: z.string(),
  user_email: z.string().nullable(),
  scopes: z.array(z.string()),
  created_at: z.int().describe('epoch seconds'),
  expires_at: z.int().describe('epoch seconds'),
});
export type OAuthTokenView = z.infer<typeof OAuthTokenView>;

/** `GET admin/api/oauth2/clients/{id}/tokens`. */
export const OAuthTokenListView = z.object({
  tokens: z.array(OAuthTokenView),
  total: z.int(),
  next_cursor: z.string().nullable(),
});
export type OAuthTokenListView = z.infer<typeof OAuthTokenListView>;

/** `GET oauth2/clients/{id}`: the facts about a client that every logged-in user may see. */
export const PublicClientView = z.object({ name: z.string(), is_public: z.boolean() });
export type PublicClientView = z.infer<typeof PublicClientView>;

/** A client that a user has consented to. Times are ISO 8601 UTC. */
export const ConnectedAppView = z.object({
  client_id: z.string(),
  name: z.string(),
  hosts: z.array(z.string()).describe("hosts of its redirect URIs, or an application's own schemes"),
  scopes: z.array(z.string()),
  first_used_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type ConnectedAppView = z.infer<typeof ConnectedAppView>;

/** `GET account/api/connected-apps`. */
export const ConnectedAppListView = z.object({ apps: z.array(ConnectedAppView) });

/** `GET admin/api/oauth2/registration`: how applications may become clients without an admin. */
export const RegistrationSettings = z.object({
  registration: z.boolean().describe('with an initial access token (RFC 7591)'),
  metadata_documents: z.boolean().describe('whose client_id is the URL of their metadata'),
});
export type RegistrationSettings = z.infer<typeof RegistrationSettings>;

/** A token with which applications register, without its value. */
export const InitialTokenView = z.object({
  id: z.uuid(),
  token_prefix: z.string().describe('its first 8 characters'),
  uses: z.int(),
  max_uses: z.int(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});
export type InitialTokenView = z.infer<typeof InitialTokenView>;

/** `GET admin/api/oauth2/initial-tokens`. */
export const InitialTokenListView = z.object({ tokens: z.array(InitialTokenView) });

/** `POST admin/api/oauth2/initial-tokens`. */
export const InitialTokenWithValue = InitialTokenView.extend({
  token: z.string().describe('only this answer contains it'),
});
export type InitialTokenWithValue = z.infer<typeof InitialTokenWithValue>;
