import { recordAudit } from '#lib/audit/audit.ts';
import type { Context } from '#lib/base/context.ts';
import { withoutAddresses } from '#lib/email-address/in-text.ts';
import type { JobPayloads } from '#lib/jobs/queue.ts';
import { sendLogoutToken } from '#lib/oauth/provider/logout-tokens.ts';
import { oauthProvider } from '#lib/oauth/provider/provider.ts';

/**
 * Sends a logout token to a client, and records the outcome in the audit log. Does nothing if the client no longer
 * exists or has no logout URI. Throws if the delivery fails, so that the job is retried with a new token, unless the
 * client has refused the token for good.
 */
export async function deliverLogout(ctx: Context, payload: JobPayloads['oauth.logout']): Promise<void> {
  const { clientId, userId, sid } = payload;
  const { Client } = await oauthProvider();
  const client = await Client.find(clientId);
  if (!client?.backchannelLogoutUri) return;
  try {
    await sendLogoutToken(client, userId, sid);
  } catch (error) {
    const reason = withoutAddresses(error instanceof Error ? error.message : String(error));
    await recordAudit(ctx, 'logout_token.failed', userId, { client: clientId, reason });
    if (isFinal(error)) return;
    throw error;
  }
  await recordAudit(ctx, 'logout_token.delivered', userId, { client: clientId });
}

/**
 * Whether the same request would fail again: the client answers 400 if it cannot accept the token or has failed to end
 * the session (OpenID Connect Back-Channel Logout 1.0 §2.8). Of the other statuses from 400 to 499, only these three ask
 * for another try.
 */
function isFinal(error: unknown): boolean {
  const status =
    error instanceof Error && 'response' in error && error.response instanceof Response ? error.response.status : 0;
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}
