import { handleStripeEvent, verifyStripeEvent } from '#lib/billing/sync/webhook.ts';
import { errorResponse } from '#lib/http/answers/error-response.ts';
import { readBody } from '#lib/http/body.ts';
import { createContext } from '#lib/routes/request-context.ts';

/** Stripe's events may exceed the limit for all other request bodies (S56). */
const BODY_LIMIT = 512 * 1024;

/** Not a `route()`: Stripe signs the raw body, and sends neither an Origin nor a session (S31, S59). */
export async function POST(request: Request): Promise<Response> {
  const ctx = createContext(request, { kind: 'system', job: 'stripe.webhook' });
  try {
    const event = verifyStripeEvent(ctx, await readBody(request, BODY_LIMIT), request.headers.get('stripe-signature'));
    await handleStripeEvent(ctx, event);
    return Response.json({ received: true });
  } catch (error) {
    return errorResponse(error, ctx.requestId); // the error status makes Stripe retry
  }
}
