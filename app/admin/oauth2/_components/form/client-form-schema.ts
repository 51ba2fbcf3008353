import { z } from 'zod';
import { trimmed } from '#lib/base/text/text.ts';
import { SIGNING_ALGORITHMS } from '#lib/oauth/algorithms.ts';
import { logoutUriProblem, redirectUriProblem } from '#lib/oauth/redirect-uri.ts';

const MAX_NAME = 100;
const FILLED = 'All redirect URIs must be filled';

const filled = (uris: readonly string[]) => uris.filter(Boolean);
const Uris = z.array(z.string().trim());

/** The form of a client, with the customer's texts. Empty post-logout URIs are dropped. */
export const ClientForm = z
  .object({
    name: trimmed(MAX_NAME, `A name has at most ${MAX_NAME} characters.`).min(1, 'Client name is required'),
    redirect_uris: Uris.refine((uris) => filled(uris).length === uris.length && uris.length > 0, FILLED),
    post_logout_redirect_uris: Uris.transform(filled),
    scopes: z.array(z.string()).min(1, 'At least one scope must be selected'),
    is_public: z.boolean(),
    require_pkce: z.boolean(),
    may_read_subscription: z.boolean(),
    roles_as_groups: z.boolean(),
    may_use_device_flow: z.boolean(),
    dpop_bound_access_tokens: z.boolean(),
    require_pushed_authorization_requests: z.boolean(),
    require_two_factor: z.boolean(),
    id_token_signed_response_alg: z.enum(SIGNING_ALGORITHMS),
    backchannel_logout_uri: z
      .string()
      .trim()
      .superRefine((uri, ctx) => {
        const message = logoutUriProblem(uri);
        if (message) ctx.addIssue({ code: 'custom', message });
      }),
  })
  .superRefine(({ redirect_uris, post_logout_redirect_uris, is_public: isPublic }, ctx) => {
    const judge = (name: string, uris: readonly string[], problemOf: typeof redirectUriProblem) => {
      for (const [index, uri] of uris.entries()) {
        const message = uri && problemOf(uri, { isPublic });
        if (message) ctx.addIssue({ code: 'custom', path: [name, index], message });
      }
    };
    judge('redirect_uris', redirect_uris, redirectUriProblem);
    judge('post_logout_redirect_uris', post_logout_redirect_uris, redirectUriProblem);
  });
export type ClientForm = z.output<typeof ClientForm>;
export type ClientFormInput = z.input<typeof ClientForm>;
