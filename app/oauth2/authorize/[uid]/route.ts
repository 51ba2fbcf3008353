import { decideAuthorization } from '#lib/oauth/consent/consent.ts';
import { DecisionInput } from '#lib/oauth/schema.ts';
import { consentRoute } from '#lib/oauth/consent/consent-route.ts';

export const POST = consentRoute({ body: DecisionInput }, ({ ctx, params, body, request }) =>
  decideAuthorization(ctx, params.uid, body, request.headers),
);
