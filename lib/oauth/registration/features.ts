import { randomUUID } from 'node:crypto';
import { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { randomToken } from '#lib/base/crypto.ts';
import { redirectHost } from '#lib/oauth/redirect-uri.ts';
import { OAUTH_SCOPES } from '#lib/oauth/scopes.ts';
import { REGISTRATION_POLICY } from '#lib/oauth/store/initial-token.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';
import { mayFetchDocument, mayUseDocument } from './metadata-documents.ts';
import { metadataProblem } from './metadata-rules.ts';

type Features = NonNullable<Configuration['features']>;

/**
 * The provider's features for clients that no admin registers. Without initial access tokens the registration endpoint
 * would be open. Registration access tokens are off, because admins manage clients.
 */
export const registrationFeatures = (settings: RegistrationSettings): Features => ({
  registration: {
    enabled: settings.registration,
    initialAccessToken: true,
    policies: { [REGISTRATION_POLICY]: applyRegistrationPolicy },
    issueRegistrationAccessToken: false,
    idFactory: () => randomUUID(),
    secretFactory: () => randomToken(),
  },
  clientIdMetadataDocument: {
    enabled: settings.metadata_documents,
    ack: CONFIRMED_DRAFT,
    allowFetch: mayFetchDocument,
    allowClient: mayUseDocument,
  },
});

/** The draft that oidc-provider implements. The library warns at each start unless we confirm the version. */
const CONFIRMED_DRAFT = 'draft-02';

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
function applyRegistrationPolicy(ctx: KoaContextWithOIDC, properties: Record<string, unknown>): void {
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
