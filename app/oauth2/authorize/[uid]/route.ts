import { consentRoute } from '#lib/http/consent-route.ts';
import { decideAuthorization } from '#lib/oauth/decide.ts';
import { DecisionInput } from '#lib/oauth/schema.ts';

export const POST = consentRoute({ body: DecisionInput }, ({ ctx, params, body, request }) =>
  decideAuthorization(ctx, params.uid, body, request.headers),
);
