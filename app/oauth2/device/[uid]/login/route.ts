import { continueAuthorization } from '#lib/oauth/consent/consent.ts';
import { consentRoute } from '#lib/oauth/consent/consent-route.ts';

const handler = consentRoute({}, ({ ctx, params, request }) => continueAuthorization(ctx, params.uid, request.headers));
export { handler as GET, handler as POST };
