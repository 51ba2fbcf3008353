/** The `claims` parameter (OpenID Connect Core §5.5): single claims, in the ID token or from userinfo. */
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { TWO_FACTOR_ACR, UNMET } from '#lib/oauth/authentication.ts';
import { scopeOfClaim } from '#lib/oauth/scopes.ts';

const PLACES = ['userinfo', 'id_token'] as const;
/** Claims about the login. A requested value is kept only for these, because other values could be an address (S76). */
const OF_THE_LOGIN = ['sub', 'auth_time'];

type Claims = { [place in (typeof PLACES)[number]]?: Record<string, unknown> | undefined };

/**
 * Keeps what the client may ask for: claims of the scopes email and profile, and of the login. Everything else is
 * ignored, as the specification says; claims about the subscription need their scopes. Values that a client expects of
 * a claim about the user are ignored, too. Throws if an essential `acr` is none that we know.
 */
export function keepAllowedClaims(ctx: KoaContextWithOIDC, claims: Claims, client: Client): void {
  const allowed = new Set(client.scope?.split(' '));
  const kept: Claims = {};
  for (const place of PLACES)
    for (const [claim, wish] of Object.entries(claims[place] ?? {})) {
      if (wish !== null && !isObject(wish))
        throw new errors.InvalidRequest(`claims.${place} has members of a wrong type`);
      const scope = scopeOfClaim(claim);
      if (claim === 'acr') (kept[place] ??= {})[claim] = knownAcr(wish);
      else if (OF_THE_LOGIN.includes(claim)) (kept[place] ??= {})[claim] = wish;
      else if (scope && allowed.has(scope)) (kept[place] ??= {})[claim] = null;
    }
  const { params } = ctx.oidc;
  if (params) params.claims = Object.keys(kept).length ? JSON.stringify(kept) : undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a request for `acr` asks for, as far as we know its values (OpenID Connect Core §5.5.1.1). */
function knownAcr(wish: object | null): object | null {
  const { essential, value, values = [] } = (wish ?? {}) as { essential?: unknown; value?: unknown; values?: unknown };
  if (!Array.isArray(values)) throw new errors.InvalidRequest('the values of acr must be an array');
  const asked: unknown[] = [...(value === undefined ? [] : [value]), ...(values as unknown[])];
  if (asked.includes(TWO_FACTOR_ACR)) return { values: [TWO_FACTOR_ACR] };
  if (essential === true && asked.length)
    throw new errors.CustomOIDCProviderError(UNMET, 'None of the requested acr values is supported');
  return null;
}

/** The acr values that a stored request asks for. */
export function acrAskedFor(parameter: unknown): string[] {
  if (typeof parameter !== 'string') return [];
  const { id_token: { acr } = {} } = JSON.parse(parameter) as { id_token?: { acr?: { values: string[] } | null } };
  return acr?.values ?? [];
}

/** The names of the claims about the user that a stored request asks for. */
export function claimsAskedFor(parameter: unknown): string[] {
  if (typeof parameter !== 'string') return [];
  const claims = JSON.parse(parameter) as Claims; // written by keepAllowedClaims
  return PLACES.flatMap((place) => Object.keys(claims[place] ?? {})).filter((claim) => scopeOfClaim(claim));
}
