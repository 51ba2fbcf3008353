import { readForm } from '#lib/http/body.ts';
import { consentRoute } from '#lib/http/consent-route.ts';
import { parse } from '#lib/http/parse.ts';
import { decideAuthorization } from '#lib/oauth/decide.ts';
import { DecisionInput } from '#lib/oauth/schema.ts';

export const POST = consentRoute(async (ctx, uid, request) =>
  decideAuthorization(ctx, uid, parse(DecisionInput, await readForm(request), 'malformed'), request.headers),
);
