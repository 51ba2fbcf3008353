import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  type ClientMetadata,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { ABSOLUTE_MS } from '#lib/auth/session/sign-in-session.ts';
import { deriveKey } from '#lib/base/crypto.ts';
import { paths } from '#lib/base/paths.ts';
import { env, isSecureOrigin } from '#lib/base/settings/env.ts';
import { site } from '#lib/base/settings/site.ts';
import { DAY, HOUR, inSeconds, MINUTE } from '#lib/base/time.ts';
import { guardedFetch } from '#lib/http/outgoing/guarded-fetch.ts';
import { consumeLimit } from '#lib/http/rate-limit.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { TWO_FACTOR_ACR } from '#lib/oauth/authentication.ts';
import { askUserCode, confirmUserCode, sayDeviceDone } from '#lib/oauth/device/device-page.ts';
import { cardOfProvider, errorCard } from '#lib/oauth/error-card.ts';
import { registrationFeatures } from '#lib/oauth/registration/features.ts';
import { findOwnRequest } from '#lib/oauth/request/own-request.ts';
import { ALL_SCOPES, ENTITLEMENT_SCOPES, SCOPE_CLAIMS } from '#lib/oauth/scopes.ts';
import { findOidcAccount } from '#lib/oauth/store/account.ts';
import { PostgresAdapter } from '#lib/oauth/store/adapter.ts';
import { entitlementClaims } from '#lib/oauth/store/entitlement-claims.ts';
import { loadExistingGrant } from '#lib/oauth/store/grants.ts';
import type { Jwks } from '#lib/oauth/store/signing-keys.ts';
import { whileAvailable } from '#lib/oauth/store/unavailable.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/routes/request-context.ts';
import { keepAllowedClaims } from './claims-parameter.ts';
import { askBeforeLogout } from './logout.ts';
import { loginAndConsent } from './prompts.ts';

/** Routes that a user's browser opens. Their errors are pages; those of other routes are JSON (RFC 6749 §5.2). */
const BROWSER_ROUTES = [
  ...['authorization', 'resume', 'code_verification', 'device_resume'],
  ...['end_session', 'end_session_confirm', 'end_session_success'],
];

/**
 * The provider's configuration: code flow with PKCE, device flow, opaque tokens, five scopes. Everything else is off or
 * a setting.
 */
export function providerConfiguration(
  { keys }: Pick<Jwks, 'keys'>,
  settings: RegistrationSettings = { registration: false, metadata_documents: false },
): Configuration {
  return {
    ...protocol,
    features: Object.assign(registrationFeatures(settings), protocol.features),
    adapter: PostgresAdapter,
    jwks: { keys },
    cookies: cookies(),
    interactions: { policy: loginAndConsent(), url: interactionUrl },
    findAccount: async ({ oidc }, sub, token) =>
      isBelowMinimum(oidc.client, token) ? undefined : whileAvailable(() => findOidcAccount(sub)),
    loadExistingGrant,
    renderError,
  };
}

const protocol: Configuration = {
  routes: {
    authorization: '/oauth2/authorize',
    token: '/oauth2/token',
    userinfo: '/oauth2/userinfo',
    jwks: '/oauth2/jwks',
    revocation: '/oauth2/revoke',
    introspection: '/oauth2/introspect',
    pushed_authorization_request: '/oauth2/par',
    device_authorization: '/oauth2/device_authorization',
    code_verification: paths.device({}),
    end_session: '/oauth2/end_session',
    registration: '/oauth2/register',
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: true }, // optional, except for clients that must use it
    resourceIndicators: { enabled: false },
    claimsParameter: { enabled: true, assertClaimsParameter: keepAllowedClaims },
    userinfo: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    introspection: { enabled: true, allowedPolicy: isOwnLiveToken },
    deviceFlow: {
      enabled: true, // only for clients that an admin allows to use it
      deviceInfo: () => ({}), // the default would store the device's IP address
      userCodeInputSource: askUserCode,
      userCodeConfirmSource: confirmUserCode,
      successSource: sayDeviceDone,
    },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: askBeforeLogout,
      postLogoutSuccessSource: (ctx) => redirect(ctx, '/'),
    },
  },
  fetch: (url, init) => guardedFetch(url instanceof Request ? url.url : url, init),
  responseTypes: ['code'],
  acrValues: [TWO_FACTOR_ACR],
  discovery: { prompt_values_supported: ['none', 'login', 'consent', 'create'] },
  scopes: [...ALL_SCOPES],
  claims: {
    // The ID token contains only the claims of openid. account.ts omits the last two unless their scopes were granted.
    openid: ['sub', 'acr', 'amr', ...ENTITLEMENT_SCOPES],
    ...SCOPE_CLAIMS,
  },
  extraTokenClaims,
  subjectTypes: ['public'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  extraClientMetadata: {
    properties: ['require_pkce', 'require_two_factor', 'roles_as_groups'],
    validator: refuseSectorUri,
  },
  enabledJWA: { dPoPSigningAlgValues: ['ES256', 'EdDSA', 'RS256'], idTokenSigningAlgValues: [...SIGNING_ALGORITHMS] },
  pkce: { required: (_ctx, client) => isPublic(client) || client.require_pkce === true },
  conformIdTokenClaims: true,
  acceptQueryParamAccessTokens: false,
  allowOmittingSingleRegisteredRedirectUri: false,
  clientBasedCORS: (_ctx, origin, client) => isPublic(client) && originsOf(client).includes(origin),
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  expiresWithSession: async () => false,
  ttl: {
    AuthorizationCode: inSeconds(MINUTE),
    DeviceCode: inSeconds(10 * MINUTE),
    AccessToken: inSeconds(HOUR),
    IdToken: inSeconds(HOUR),
    RefreshToken: inSeconds(30 * DAY),
    Grant: inSeconds(180 * DAY),
    Interaction: inSeconds(15 * MINUTE),
    // without a user, a session only has to last while we ask whether to log out
    Session: (_ctx, session) => inSeconds(session.accountId ? ABSOLUTE_MS : 15 * MINUTE),
  },
};

/** Refuses `sector_identifier_uri`, because the provider would fetch it when it reads a client. */
function refuseSectorUri(_ctx: unknown, _name: string, _value: unknown, metadata: ClientMetadata): void {
  if (metadata.sector_identifier_uri !== undefined)
    throw new errors.InvalidClientMetadata('sector_identifier_uri is not supported');
}

/** A code or refresh token of a login with one factor buys nothing once its client requires two. */
const isBelowMinimum = (
  client: Client | undefined,
  token: { kind?: string; acr?: string | undefined } | undefined,
): boolean =>
  client?.require_two_factor === true &&
  token !== undefined &&
  token.kind !== 'AccessToken' &&
  token.acr !== TWO_FACTOR_ACR;

const isPublic = (client: Client) => client.clientAuthMethod === 'none';

/** Web origins only: the origin of any other scheme is "null", which every sandboxed page can send. */
const originsOf = (client: Client) =>
  (client.redirectUris ?? []).map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null');

/** What introspection adds for an access token: the entitlement at the time when it was issued. */
async function extraTokenClaims(_ctx: unknown, token: AccessToken | ClientCredentials) {
  if (token.kind !== 'AccessToken') return undefined;
  const { accountId, scope = '' } = token;
  const claims = await whileAvailable(() => entitlementClaims(accountId, scope));
  return Object.keys(claims).length ? claims : undefined;
}

/** Lets a client introspect only its own tokens, and only if their user is neither blocked nor deleted. */
async function isOwnLiveToken(
  _ctx: unknown,
  client: Client,
  token: { clientId?: string | undefined; accountId?: unknown },
) {
  if (token.clientId !== client.clientId || typeof token.accountId !== 'string') return false;
  const { accountId } = token;
  return (await whileAvailable(() => findOidcAccount(accountId))) !== undefined;
}

function cookies(): Configuration['cookies'] {
  const prefix = `${isSecureOrigin() ? '__Secure-' : ''}${site.slug}_op`; // not __Host-, because of their paths
  const shared = { httpOnly: true, sameSite: 'lax', secure: isSecureOrigin(), signed: true } as const;
  return {
    keys: env().OIDC_COOKIE_KEYS.map((secret) => deriveKey(secret, 'oidc-cookie').toString('base64url')),
    names: { session: `${prefix}_session`, interaction: `${prefix}_interaction`, resume: `${prefix}_resume` },
    long: { ...shared, path: '/oauth2' },
    short: shared,
  };
}

/**
 * The URL of our consent page, which reads the stored interaction. The parameters only inform people who read the URL
 * (S67).
 */
async function interactionUrl(ctx: KoaContextWithOIDC, interaction: { uid: string; params: Record<string, unknown> }) {
  const address = String(ctx.req.headers[CLIENT_ADDRESS_HEADER] ?? '');
  // Once the limit is reached, mount.ts refuses the next request.
  await consumeLimit('interaction_address', address).catch(() => undefined);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(interaction.params))
    if (typeof value === 'string' && name !== 'id_token_hint') query.set(name, value);
  query.set('interaction', interaction.uid);
  return `/oauth2/authorize?${query}`;
}

/** Redirects a browser to the error card. Other clients get JSON. */
export async function renderError(ctx: KoaContextWithOIDC, out: { error: string }, error?: Error): Promise<void> {
  const { route, provider } = ctx.oidc;
  if (!BROWSER_ROUTES.includes(route)) return void (ctx.body = out);
  const { uid } = ctx.params as { uid?: string };
  if (uid === undefined || !(error instanceof errors.SessionNotFound))
    return redirect(ctx, errorCard(cardOfProvider(route, out.error)));
  const headers = new Headers({ cookie: ctx.req.headers.cookie ?? '' });
  const found = await findOwnRequest(provider, uid, headers, 'resume');
  redirect(ctx, errorCard(typeof found === 'string' ? found : 'other_login'));
}

function redirect(ctx: KoaContextWithOIDC, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}
