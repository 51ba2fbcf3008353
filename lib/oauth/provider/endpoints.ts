/** The URLs that a client needs, for the site's origin. Discovery contains them, too. */
export const oauthEndpoints = (origin: string): { label: string; url: string }[] => [
  { label: 'Issuer', url: origin },
  { label: 'Discovery', url: `${origin}/.well-known/openid-configuration` },
  { label: 'Authorization', url: `${origin}/oauth2/authorize` },
  { label: 'Token', url: `${origin}/oauth2/token` },
  { label: 'User info', url: `${origin}/oauth2/userinfo` },
  { label: 'Keys (JWKS)', url: `${origin}/oauth2/jwks` },
  { label: 'Revocation', url: `${origin}/oauth2/revoke` },
  { label: 'Introspection', url: `${origin}/oauth2/introspect` },
  { label: 'Pushed authorization', url: `${origin}/oauth2/par` },
  { label: 'Device authorization', url: `${origin}/oauth2/device_authorization` },
  { label: 'Log out', url: `${origin}/oauth2/end_session` },
];
