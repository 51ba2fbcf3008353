/** The scopes that every client may ask for. */
export const OAUTH_SCOPES = ['openid', 'email', 'profile'] as const;
/** The scopes of a client that may read the subscription. Their claims have the same names. */
export const ENTITLEMENT_SCOPES = ['subscription', 'groups'] as const;
export const ALL_SCOPES = [...OAUTH_SCOPES, ...ENTITLEMENT_SCOPES] as const;
export type OAuthScope = (typeof ALL_SCOPES)[number];

/** The claims of each scope (OpenID Connect Core §5.4). */
export const SCOPE_CLAIMS = {
  email: ['email', 'email_verified'],
  profile: ['preferred_username', 'name', 'updated_at'],
  subscription: ['subscription'],
  groups: ['groups'],
} satisfies Partial<Record<OAuthScope, string[]>>;

/** The scope of a claim that a client can request individually; undefined for all other claims. */
export const scopeOfClaim = (claim: string): OAuthScope | undefined =>
  (['email', 'profile'] as const).find((scope) => SCOPE_CLAIMS[scope].includes(claim));

const TEXTS: Readonly<Record<string, string>> = {
  openid: 'Verify your identity',
  email: 'Access your email address',
  profile: 'Access your basic profile information',
} satisfies Record<(typeof OAUTH_SCOPES)[number], string>;

const EXPLANATIONS: Readonly<Record<string, string>> = {
  subscription: 'Your plan, whether it is paid, and the date when it ends or renews. No prices, cards or invoices.',
  groups: 'Whether you are a subscriber, and the name of your plan.',
} satisfies Record<(typeof ENTITLEMENT_SCOPES)[number], string>;

/** A scope in the customer's words (docs/product.md). */
export const scopeText = (scope: string): string => TEXTS[scope] ?? `Access ${scope}`;

/** Explains what a scope gives access to; null if the scope's text already says it. */
export const scopeExplanation = (scope: string): string | null => EXPLANATIONS[scope] ?? null;

/** The explanation of `groups` for a client that also gets the role. */
export const GROUPS_WITH_ROLE = 'Whether you are a subscriber, the name of your plan, and your role in the account.';

/** The known scopes of a request and of its single claims, each once. The consent page shows exactly these (S68). */
export const knownScopes = (scope: string, claims: Iterable<string> = []): OAuthScope[] => {
  const asked = new Set([...scope.split(' '), ...[...claims].map(scopeOfClaim)]);
  return ALL_SCOPES.filter((name) => asked.has(name));
};
