/** An entry for `providers` of Auth.js (next-auth). Redirect URI: `<your site>/api/auth/callback/rspamd-premium`. */
export const rspamdPremium = (settings: { issuer: string; clientId: string; clientSecret: string }) => ({
  id: 'rspamd-premium',
  name: 'Rspamd Premium',
  type: 'oauth' as const,
  wellKnown: `${settings.issuer}/.well-known/openid-configuration`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  authorization: { params: { scope: 'openid email profile' } },
  idToken: true,
  // Only the user info endpoint returns email and name.
  userinfo: {
    request: ({ client, tokens }: UserinfoCall) => client.userinfo(tokens.access_token ?? ''),
  },
  checks: ['pkce' as const, 'state' as const, 'nonce' as const],
  profile: (claims: { sub: string; name: string; email: string }) => ({
    id: claims.sub,
    name: claims.name,
    email: claims.email,
  }),
});

type UserinfoCall = {
  client: { userinfo: (token: string) => Promise<{ sub: string }> };
  tokens: { access_token?: string | undefined };
};
