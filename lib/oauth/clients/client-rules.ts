import { DomainError } from '#lib/base/errors.ts';
import { isRefusedHost } from '#lib/http/outgoing/guarded-fetch.ts';
import { logoutUriProblem, MAX_REDIRECT_URIS, redirectUriProblem } from '#lib/oauth/redirect-uri.ts';
import type { CreateOAuthClientInput } from '#lib/oauth/schema.ts';
import { OAUTH_SCOPES } from '#lib/oauth/scopes.ts';

const MAX_NAME = 100;

type Wanted = Omit<
  CreateOAuthClientInput,
  | 'require_pkce'
  | 'may_read_subscription'
  | 'roles_as_groups'
  | 'may_use_device_flow'
  | 'id_token_signed_response_alg'
  | 'dpop_bound_access_tokens'
  | 'require_pushed_authorization_requests'
  | 'require_two_factor'
>;
/** A client's columns, after all rules have been checked. */
export type ClientColumns = {
  name: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  scopes: (typeof OAUTH_SCOPES)[number][];
  isPublic: boolean;
  backchannelLogoutUri: string | null;
};

/** Checks and trims what an admin typed. Throws `invalid` with a text for each field that breaks a rule (S65). */
export function toClientColumns(input: Wanted): ClientColumns {
  const columns = {
    name: input.name.trim(),
    redirectUris: unique(input.redirect_uris),
    postLogoutRedirectUris: unique(input.post_logout_redirect_uris),
    scopes: OAUTH_SCOPES.filter((scope) => input.scopes.includes(scope)),
    isPublic: input.is_public,
    backchannelLogoutUri: input.backchannel_logout_uri?.trim() || null,
  };
  const problems = {
    name: nameProblem(columns.name),
    redirect_uris: columns.redirectUris.length
      ? uriProblem(columns.redirectUris, columns)
      : 'All redirect URIs must be filled',
    post_logout_redirect_uris: uriProblem(columns.postLogoutRedirectUris, columns),
    backchannel_logout_uri: logoutProblem(columns.backchannelLogoutUri ?? ''),
    scopes: scopeProblem(input.scopes),
  };
  const fields = Object.fromEntries(Object.entries(problems).flatMap(([name, text]) => (text ? [[name, text]] : [])));
  const [first] = Object.values(fields);
  if (first) throw new DomainError('invalid', first, { fields });
  return columns;
}

/** The name is shown on the consent page, so it must not imitate or hide anything else. */
function nameProblem(name: string): string | null {
  if (!name) return 'Client name is required';
  if (name.length > MAX_NAME) return `A name has at most ${MAX_NAME} characters.`;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? 'A name must not contain control or invisible characters.' : null;
}

function uriProblem(uris: string[], { isPublic }: ClientColumns): string | null {
  if (uris.length > MAX_REDIRECT_URIS) return `There can be at most ${MAX_REDIRECT_URIS} URIs.`;
  for (const uri of uris) {
    const problem = redirectUriProblem(uri, { isPublic });
    if (problem) return uri && uris.length > 1 ? `${uri}: ${problem}` : problem;
  }
  return null;
}

/** This server sends requests to the logout URI, so the URI must not lead into a private network (S62). */
function logoutProblem(uri: string): string | null {
  const problem = logoutUriProblem(uri);
  if (problem !== null || !uri) return problem;
  return isRefusedHost(new URL(uri)) ? 'The address must be public, because this server sends requests to it.' : null;
}

function scopeProblem(scopes: string[]): string | null {
  if (!scopes.length) return 'At least one scope must be selected';
  return scopes.every((scope) => OAUTH_SCOPES.some((known) => known === scope))
    ? null
    : `The scopes are ${OAUTH_SCOPES.join(', ')}.`;
}

const unique = (uris: string[]) => [...new Set(uris.map((uri) => uri.trim()))];
