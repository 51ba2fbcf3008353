import { z } from 'zod';
import { rowVersion } from '#lib/base/numbers.ts';
import { text } from '#lib/base/text/text.ts';
import { SIGNING_ALGORITHMS } from './algorithms.ts';

const uri = text(2100);
const uris = z.array(uri).max(100);

/**
 * `POST admin/api/oauth2/clients`. `toClientColumns` checks the rules that have their own error texts, so that the
 * answer is 422.
 */
export const CreateOAuthClientInput = z.object({
  name: text(400),
  redirect_uris: uris,
  scopes: z.array(text(100)).max(20),
  is_public: z.boolean(),
  post_logout_redirect_uris: uris.default([]),
  require_pkce: z.boolean().default(false),
  may_read_subscription: z.boolean().default(false),
  roles_as_groups: z.boolean().default(false),
  may_use_device_flow: z.boolean().default(false),
  backchannel_logout_uri: uri.nullable().default(null),
  id_token_signed_response_alg: z.enum(SIGNING_ALGORITHMS).default('RS256'),
  dpop_bound_access_tokens: z.boolean().default(false),
  require_pushed_authorization_requests: z.boolean().default(false),
  require_two_factor: z.boolean().default(false),
});
export type CreateOAuthClientInput = z.infer<typeof CreateOAuthClientInput>;

/**
 * `PUT admin/api/oauth2/clients/{id}`: the fields of a new client. Omitted fields keep their values.
 */
export const UpdateOAuthClientInput = CreateOAuthClientInput.extend({
  post_logout_redirect_uris: uris.optional(),
  require_pkce: z.boolean().optional(),
  may_read_subscription: z.boolean().optional(),
  roles_as_groups: z.boolean().optional(),
  may_use_device_flow: z.boolean().optional(),
  backchannel_logout_uri: uri.nullable().optional(),
  id_token_signed_response_alg: z.enum(SIGNING_ALGORITHMS).optional(),
  dpop_bound_access_tokens: z.boolean().optional(),
  require_pushed_authorization_requests: z.boolean().optional(),
  require_two_factor: z.boolean().optional(),
  version: rowVersion.optional(),
});
export type UpdateOAuthClientInput = z.infer<typeof UpdateOAuthClientInput>;

export const OAuthClientParams = z.object({ id: text(200).min(1) });
/** `revokeClientToken` checks the prefix, so that the answer to a malformed prefix is 400, not 404 (S77). */
export const OAuthTokenParams = OAuthClientParams.extend({ prefix: text(2000) });

/** The form of the authorize page. `shown_at`: when the page was rendered, in Unix milliseconds. */
export const DecisionInput = z
  .object({ decision: z.enum(['authorize', 'deny']), shown_at: z.coerce.number() })
  .transform(({ decision, shown_at: shownAt }) => ({ decision, shownAt }));
export type DecisionInput = z.infer<typeof DecisionInput>;

/** `POST admin/api/oauth2/initial-tokens`. */
export const CreateInitialTokenInput = z.object({
  max_uses: z
    .int('Enter a whole number.')
    .min(1, 'Enter a number from 1 to 100.')
    .max(100, 'Enter a number from 1 to 100.')
    .default(1),
  days: z
    .int('Enter a whole number.')
    .min(1, 'Enter a number from 1 to 90.')
    .max(90, 'Enter a number from 1 to 90.')
    .default(7),
});
export type CreateInitialTokenInput = z.infer<typeof CreateInitialTokenInput>;
export const InitialTokenParams = z.object({ id: z.uuid() });

/** `POST admin/api/oauth2/clients/{id}/block`. */
export const BlockClientInput = z.object({ blocked: z.boolean() });
