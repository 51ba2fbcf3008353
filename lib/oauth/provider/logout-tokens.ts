import { type Client, Provider } from 'oidc-provider';

/** Members that the provider's types leave out. */
type Notified = Client & { backchannelLogout: (sub: string, sid: string) => Promise<void> };

type Hints = { validate: (jwt: string, client: Client) => Promise<{ header: { typ?: string } }> };

/**
 * Stops the provider from sending logout tokens during a request. The tokens were queued when our session ended
 * (lib/auth/session/end-app-sessions.ts); a job sends and retries them.
 */
export function queueLogoutTokens(provider: Provider): void {
  const prototype = provider.Client.prototype as Notified;
  const { backchannelLogout } = prototype;
  prototype.backchannelLogout = async function sendOutsideRequests(sub, sid) {
    if (!Provider.ctx) await backchannelLogout.call(this, sub, sid);
  };
}

/**
 * Refuses a logout token as `id_token_hint`. The provider would accept it as an ID token, and log its user out (RFC 8725
 * §3.11: tokens of different kinds must not be confused).
 */
export function refuseLogoutTokensAsHints(provider: Provider): void {
  const IdToken = provider.IdToken as unknown as Hints;
  const { validate } = IdToken;
  IdToken.validate = async function refuseLogoutTokens(jwt, client) {
    const hint = await validate.call(this, jwt, client);
    if (hint.header.typ === 'logout+jwt') throw new Error('a logout token is no ID token');
    return hint;
  };
}

/** Sends a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). Throws unless the client confirms it. */
export const sendLogoutToken = (client: Client, sub: string, sid: string): Promise<void> =>
  (client as Notified).backchannelLogout(sub, sid);
