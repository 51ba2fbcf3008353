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

/** A client as admins see it. `created_at` is in epoch seconds (spec §9). */
export type OAuthClientView = {
  /** the client_id */
  id: string;
  name: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  scopes: string[];
  is_public: boolean;
  require_pkce: boolean;
  created_at: number;
  version: number;
};
/** The one answer that tells the secret: of a confidential client that was made, or given a new one. */
export type OAuthClientWithSecret = OAuthClientView & { client_secret?: string };

/** A token that works, without its value. Times are in epoch seconds. */
export type OAuthTokenView = {
  type: 'access' | 'refresh';
  /** its first 8 characters */
  token_prefix: string;
  user_id: string;
  user_email: string | null;
  scopes: string[];
  created_at: number;
  expires_at: number;
};

/** `GET oauth2/clients/{id}`: what anybody who is logged in may know. */
export type PublicClientView = { name: string; is_public: boolean };

/** An application that a person has let in, as `GET account/api/connected-apps` lists it. Times are ISO 8601 UTC. */
export type ConnectedAppView = {
  client_id: string;
  name: string;
  /** where its redirect URIs lead */
  hosts: string[];
  scopes: string[];
  first_used_at: string;
  last_used_at: string | null;
};
