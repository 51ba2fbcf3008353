import { consentRoute } from '#lib/http/consent-route.ts';
import { continueAuthorization } from '#lib/oauth/decide.ts';

const handler = consentRoute({}, ({ ctx, params, request }) => continueAuthorization(ctx, params.uid, request.headers));
export { handler as GET, handler as POST };
