import type { OAuthClientView } from '#lib/oauth/views.ts';
import { ALL_SCOPES, ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';

/** The editable fields of a client, by their names in the API. */
export type ClientFields = Pick<
  OAuthClientView,
  | 'name'
  | 'redirect_uris'
  | 'post_logout_redirect_uris'
  | 'scopes'
  | 'is_public'
  | 'require_pkce'
  | 'may_read_subscription'
  | 'roles_as_groups'
  | 'may_use_device_flow'
  | 'id_token_signed_response_alg'
  | 'dpop_bound_access_tokens'
  | 'require_pushed_authorization_requests'
  | 'require_two_factor'
> & { /** empty if it has none */ backchannel_logout_uri: string };

/** The labels of the fields, in the order of the form. */
export const FIELD_LABELS: Readonly<Record<keyof ClientFields, string>> = {
  name: 'Name',
  redirect_uris: 'Redirect URIs',
  scopes: 'Scopes',
  may_read_subscription: 'May read the subscription',
  roles_as_groups: 'Roles as groups',
  require_two_factor: 'Require two-factor login',
  is_public: 'Public client',
  require_pkce: 'Require PKCE',
  may_use_device_flow: 'May use the device flow',
  require_pushed_authorization_requests: 'Require pushed requests (PAR)',
  dpop_bound_access_tokens: 'Require DPoP',
  id_token_signed_response_alg: 'ID token algorithm',
  post_logout_redirect_uris: 'Post-logout redirect URIs',
  backchannel_logout_uri: 'Back-channel logout URL',
};
const FIELD_NAMES = Object.keys(FIELD_LABELS) as (keyof ClientFields)[];

/** The initial values of the form for a new client. */
export const NEW_CLIENT: ClientFields = {
  name: '',
  redirect_uris: [''],
  post_logout_redirect_uris: [],
  scopes: ['openid'],
  is_public: false,
  require_pkce: false,
  may_read_subscription: false,
  roles_as_groups: false,
  may_use_device_flow: false,
  id_token_signed_response_alg: 'RS256',
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  require_two_factor: false,
  backchannel_logout_uri: '',
};

/** A field that another admin changed during the edit. `yours` is null unless you entered another value. */
export type Difference = { field: keyof ClientFields; theirs: string; yours: string | null };

export const fieldsOf = (client: OAuthClientView): ClientFields => ({
  name: client.name,
  redirect_uris: client.redirect_uris,
  post_logout_redirect_uris: client.post_logout_redirect_uris,
  scopes: client.scopes,
  is_public: client.is_public,
  require_pkce: client.require_pkce,
  may_read_subscription: client.may_read_subscription,
  roles_as_groups: client.roles_as_groups,
  may_use_device_flow: client.may_use_device_flow,
  id_token_signed_response_alg: client.id_token_signed_response_alg,
  dpop_bound_access_tokens: client.dpop_bound_access_tokens,
  require_pushed_authorization_requests: client.require_pushed_authorization_requests,
  require_two_factor: client.require_two_factor,
  backchannel_logout_uri: client.backchannel_logout_uri ?? '',
});

type Value = ClientFields[keyof ClientFields];
export const isSame = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other);

export const changedFields = (before: ClientFields, after: ClientFields): (keyof ClientFields)[] =>
  FIELD_NAMES.filter((name) => !isSame(before[name], after[name]));

/**
 * The fields that another admin changed during the edit, each with their value, and yours if you entered another one
 * (R24).
 */
export const differences = (before: ClientFields, theirs: ClientFields, yours: ClientFields): Difference[] =>
  changedFields(before, theirs).map((field) => ({
    field,
    theirs: valueText(theirs[field]),
    yours: isSame(before[field], yours[field]) || isSame(yours[field], theirs[field]) ? null : valueText(yours[field]),
  }));

function valueText(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (typeof value === 'string' ? value : value.join(', ')) || 'none';
}

/** Warnings about what saving this change ends or creates: the secret, tokens, device codes or pending logins. */
export function consequences(before: ClientFields, after: ClientFields): string[] {
  const [had, has] = [requestable(before), requestable(after)];
  const lost = ALL_SCOPES.filter((scope) => had.includes(scope) && !has.includes(scope));
  const texts: string[] = [];
  if (after.is_public && !before.is_public)
    texts.push('Its client secret stops working, and all of its tokens end: a public client has no secret.');
  if (!after.is_public && before.is_public)
    texts.push('It gets a client secret, which is shown once, and all of its tokens end.');
  if (lost.length && after.is_public === before.is_public)
    texts.push(
      `All of its tokens end, because ${lost.join(' and ')} ${lost.length === 1 ? 'is' : 'are'} taken away: people log in to it again.`,
    );
  if (after.require_two_factor && !before.require_two_factor)
    texts.push('All of its tokens end: people log in to it again, with two factors.');
  if (before.redirect_uris.some((uri) => !after.redirect_uris.includes(uri)))
    texts.push('Logins that are under way end, because a redirect URI is taken away or changed.');
  if (before.may_use_device_flow && !after.may_use_device_flow)
    texts.push('Codes that devices show stop working. Devices that are connected keep their access.');
  return texts;
}

/** All scopes that a client may request. */
const requestable = (client: Pick<ClientFields, 'scopes' | 'may_read_subscription'>): string[] => [
  ...client.scopes,
  ...(client.may_read_subscription ? ENTITLEMENT_SCOPES : []),
];
