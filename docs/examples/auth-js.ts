/** An entry of `providers` for Auth.js (next-auth). Register `<your site>/api/auth/callback/rspamd-premium`. */
export const rspamdPremium = (settings: { issuer: string; clientId: string; clientSecret: string }) => ({
  id: 'rspamd-premium',
  name: 'Rspamd Premium',
  type: 'oauth' as const,
  wellKnown: `${settings.issuer}/.well-known/openid-configuration`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  authorization: { params: { scope: 'openid email profile' } },
  idToken: true,
  // Email and name are told by user info alone.
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
