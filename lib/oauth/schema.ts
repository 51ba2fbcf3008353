import { z } from 'zod';

const text = z.string().max(2100);
const uris = z.array(text).max(100);

/** `POST admin/api/oauth2/clients` (spec §7). What the texts of §5 are for, the verb judges, so that it is 422. */
export const CreateOAuthClientInput = z.object({
  name: z.string().max(400),
  redirect_uris: uris,
  scopes: z.array(z.string().max(100)).max(20),
  is_public: z.boolean(),
  post_logout_redirect_uris: uris.default([]),
  require_pkce: z.boolean().default(false),
});
export type CreateOAuthClientInput = z.infer<typeof CreateOAuthClientInput>;

/** `PUT admin/api/oauth2/clients/{id}`: the same; what may be left out stays as it is. `version` is the row's that was edited (R24). */
export const UpdateOAuthClientInput = CreateOAuthClientInput.extend({
  post_logout_redirect_uris: uris.optional(),
  require_pkce: z.boolean().optional(),
  version: z.int().optional(),
});
export type UpdateOAuthClientInput = z.infer<typeof UpdateOAuthClientInput>;

export const OAuthClientParams = z.object({ id: z.string().min(1).max(200) });
/** The verb judges the prefix: what is no prefix is 400, not 404 (S77). */
export const OAuthTokenParams = OAuthClientParams.extend({ prefix: z.string().max(2000) });

/** The form of the authorize page. `shown_at`: when the page was made, in Unix milliseconds. */
export const DecisionInput = z
  .object({ decision: z.enum(['authorize', 'deny']), shown_at: z.coerce.number() })
  .transform(({ decision, shown_at: shownAt }) => ({ decision, shownAt }));
export type DecisionInput = z.infer<typeof DecisionInput>;
