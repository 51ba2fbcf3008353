import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { recordAudit } from '#lib/audit/audit.ts';
import { toDomainError } from '#lib/http/error-response.ts';
import { tryToCount } from '#lib/http/rate-limit.ts';
import { log } from '#lib/log.ts';
import { isEntitlement } from './error-texts.ts';
import { contextOf } from './provider-context.ts';

/**
 * Tells an admin once a day that an application asks for a scope that it may not use: many programs ask for `groups`
 * unless they are told not to.
 */
export function noteRefusedScope(ctx: KoaContextWithOIDC, error: Error): void {
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
export function noteRefusedGrant(ctx: KoaContextWithOIDC, error: Error): void {
  if (!(error instanceof errors.InvalidGrant)) return;
  const { client, params } = ctx.oidc;
  const fields = { client: client?.clientId, grantType: params?.grant_type, reason: error.error_detail };
  log().info(fields, 'grant refused');
}
