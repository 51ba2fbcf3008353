/** The scopes that a client may ask for. */
export const OAUTH_SCOPES = ['openid', 'email', 'profile'] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

const TEXTS: Readonly<Record<string, string>> = {
  openid: 'Verify your identity',
  email: 'Access your email address',
  profile: 'Access your basic profile information',
} satisfies Record<OAuthScope, string>;

/** A scope in the customer's words (docs/product.md). */
export const scopeText = (scope: string): string => TEXTS[scope] ?? `Access ${scope}`;

/** The known scopes of a request, each once: what is shown is what is granted (S68). */
export const knownScopes = (scope: string): OAuthScope[] => {
  const asked = new Set(scope.split(' '));
  return OAUTH_SCOPES.filter((name) => asked.has(name));
};
