import type { EventEmitter } from 'node:events';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { db } from '#lib/base/db/db.ts';
import { log } from '#lib/base/log.ts';
import { processState } from '#lib/base/process-state.ts';
import { env } from '#lib/base/settings/env.ts';
import { toDomainError } from '#lib/http/answers/error-response.ts';
import { documentPolicy } from '#lib/http/answers/security-headers.ts';
import { tryToCount } from '#lib/http/rate-limit.ts';
import { findTypedUserCodes } from '#lib/oauth/device/typed-user-code.ts';
import { queueLogoutTokens, refuseLogoutTokensAsHints } from '#lib/oauth/provider/logout-tokens.ts';
import { findRegistrationSettings } from '#lib/oauth/registration/settings.ts';
import { contextOf } from '#lib/oauth/request/provider-context.ts';
import { isClientSecret } from '#lib/oauth/store/client-metadata.ts';
import { noteUse, storeAccountOfGrants } from '#lib/oauth/store/grants.ts';
import { flushWrites } from '#lib/oauth/store/request-memory.ts';
import { findJwksVersion, type Jwks, loadJwks } from '#lib/oauth/store/signing-keys.ts';
import { RETRY_AFTER_SECONDS, whileAvailable } from '#lib/oauth/store/unavailable.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';
import { providerConfiguration, renderError } from './configuration.ts';
import { explained, isEntitlement, type Refusal } from './error-texts.ts';
import { finishLogout, isLogoutWithoutUser, keepRegisteredUri, showSignedOut } from './logout.ts';
import { ExplainingProvider } from './response-modes.ts';
import { followSignInSessions } from './session-view.ts';

/**
 * How long a change of the signing keys or settings may go unnoticed. A key is published for far longer before it
 * signs.
 */
const RECHECK_MS = 30_000;

type Current = { provider: Provider; version: string; checkedAt: number };

const shared = processState<{ current: Current; pending: Promise<Provider> }>('oauth provider');

/**
 * The process's OpenID provider, created on first use and again when the signing keys or the settings have changed. The
 * first use throws if the database is down or has no signing keys; after that, the provider stays in use while the
 * database is down.
 */
export async function oauthProvider(): Promise<Provider> {
  const { current } = shared;
  if (current && Date.now() - current.checkedAt < RECHECK_MS) return current.provider;
  return (shared.pending ??= refresh(current).finally(() => delete shared.pending));

  async function refresh(known: Current | undefined): Promise<Provider> {
    const checkedAt = Date.now();
    if (known && !(await hasChanged(known))) {
      shared.current = { ...known, checkedAt };
      return known.provider;
    }
    const settings = await findRegistrationSettings(db());
    const jwks = await loadJwks(db());
    const { keys } = jwks;
    if (!keys.length) throw new Error('no signing keys');
    const provider = createProvider(keys, settings);
    const version = versionOf(jwks.version, settings);
    shared.current = { provider, version, checkedAt };
    return provider;
  }
}

/** Makes the next request to this process look for changed keys and settings. Other processes look every 30 s. */
export function recheckProvider(): void {
  const { current } = shared;
  if (current) current.checkedAt = 0;
}

const versionOf = (keys: string, { registration, metadata_documents: documents }: RegistrationSettings) =>
  `${keys} ${registration} ${documents}`;

async function hasChanged(known: Current): Promise<boolean> {
  try {
    const [keys, settings] = await Promise.all([findJwksVersion(db()), findRegistrationSettings(db())]);
    return versionOf(keys, settings) !== known.version;
  } catch (error) {
    log().warn({ err: error }, 'signing keys and settings not checked for a change');
    return false;
  }
}

function createProvider(keys: Jwks['keys'], settings: RegistrationSettings): Provider {
  const provider = new ExplainingProvider(env().APP_URL, providerConfiguration({ keys }, settings));
  provider.proxy = true; // safe, because mount.ts overwrites the forwarded headers
  provider.Client.prototype.compareClientSecret = function compareClientSecret(actual) {
    return isClientSecret(this.clientSecret, actual);
  };
  // For native clients, the provider ignores the port of a loopback redirect URI. We compare it, too (S63).
  provider.Client.prototype.redirectUriAllowed = function redirectUriAllowed(uri) {
    return this.redirectUris?.includes(uri) ?? false;
  };
  queueLogoutTokens(provider);
  refuseLogoutTokensAsHints(provider);
  followSignInSessions(provider);
  storeAccountOfGrants(provider);
  findTypedUserCodes(provider);
  provider.use(finishAnswer);
  provider.on('grant.success', noteUse);
  provider.on('grant.error', noteRefusedGrant);
  provider.on('authorization.error', noteRefusedScope);
  provider.on('pushed_authorization_request.error', noteRefusedScope);
  provider.on('device_authorization.error', noteRefusedScope);
  provider.on('end_session.success', showSignedOut);
  provider.on('server_error', (ctx, error) =>
    log().error({ err: error, route: ctx.oidc.route }, 'OpenID provider failed'),
  );
  const koa: EventEmitter = provider; // the provider's types leave out Koa's error event
  koa.on('error', (error: unknown) => log().error({ err: error }, 'OpenID provider failed'));
  return provider;
}

/** Completes the provider's answers: stores tokens, finishes a logout without a user, and sets headers. */
async function finishAnswer(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await nextOrRefuse(ctx, next);
  await flushOrRefuse(ctx);
  if (ctx.status === 503) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS));
  if (isLogoutWithoutUser(ctx)) finishLogout(ctx);
  if (ctx.oidc?.route === 'end_session_confirm') keepRegisteredUri(ctx);
  if (ctx.status >= 400 && isRefusal(ctx.body)) ctx.body = explained(ctx.body);
  if (ctx.body === '') ctx.remove('Content-Type'); // a revocation: there is nothing that could have a type
  if (ctx.path === '/oauth2/device_authorization') ctx.remove('Access-Control-Allow-Origin'); // devices need no CORS
  if (typeof ctx.body === 'string' && ctx.type === 'text/html')
    ctx.set('Content-Security-Policy', documentPolicy(ctx.body));
}

/** Renders what fails while the provider renders an error: it saves sessions and audits then, too. */
async function nextOrRefuse(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  try {
    await whileAvailable(next);
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    ctx.status = error.statusCode;
    await renderError(ctx, bodyOf(error));
  }
}

const isRefusal = (body: unknown): body is Refusal => typeof body === 'object' && body !== null && 'error' in body;

const bodyOf = ({ error, error_description: text, message }: errors.OIDCProviderError) => ({
  error,
  error_description: text ?? message,
});

/** Stores the tokens of an answer before it is sent, or sends an error instead (R8, S82). */
async function flushOrRefuse(ctx: KoaContextWithOIDC): Promise<void> {
  if (ctx.status !== 200) return; // a refusal stores nothing
  try {
    await whileAvailable(() => flushWrites(ctx));
  } catch (error) {
    const isKnown = error instanceof errors.OIDCProviderError;
    if (isKnown) noteRefusedGrant(ctx, error);
    else log().error({ err: error }, 'tokens not stored');
    ctx.status = isKnown ? error.statusCode : 500;
    ctx.body = isKnown
      ? bodyOf(error)
      : { error: 'server_error', error_description: 'The tokens could not be stored.' };
  }
}

/**
 * Tells an admin once a day that an application asks for a scope that it may not use: many programs ask for `groups`
 * unless they are told not to.
 */
function noteRefusedScope(ctx: KoaContextWithOIDC, error: Error): void {
  const { client } = ctx.oidc;
  const scope = error instanceof errors.InvalidScope && 'scope' in error ? error.scope : undefined;
  if (!client || typeof scope !== 'string' || !isEntitlement(scope)) return;
  const context = contextOf(ctx, { kind: 'anonymous' });
  const noting = async () => {
    if (await tryToCount('refused_scope', `${client.clientId} ${scope}`))
      await recordAudit(context, 'oauth_client.scope_refused', client.clientId, { scope });
  };
  noting().catch((failure: unknown) => toDomainError(failure, context.requestId)); // logs it
}

/**
 * Logs why a code or refresh token was refused. The caller gets the same text for every reason, because a thief would
 * learn from the reason.
 */
function noteRefusedGrant(ctx: KoaContextWithOIDC, error: Error): void {
  if (!(error instanceof errors.InvalidGrant)) return;
  const { client, params } = ctx.oidc;
  const fields = { client: client?.clientId, grantType: params?.grant_type, reason: error.error_detail };
  log().info(fields, 'grant refused');
}
