import { handleStripeEvent, verifyStripeEvent } from '#lib/billing/webhook.ts';
import { readBody } from '#lib/http/body.ts';
import { errorResponse } from '#lib/http/error-response.ts';
import { createContext } from '#lib/http/request-context.ts';

/** Stripe's events are larger than our own calls' bodies (S56). */
const BODY_LIMIT = 512 * 1024;

/** Stripe speaks its own form here: the raw body is signed, there is no origin and no session (S31, S59). */
export async function POST(request: Request): Promise<Response> {
  const ctx = createContext(request, { kind: 'system', job: 'stripe.webhook' });
  try {
    const event = verifyStripeEvent(ctx, await readBody(request, BODY_LIMIT), request.headers.get('stripe-signature'));
    await handleStripeEvent(ctx, event);
    return Response.json({ received: true });
  } catch (error) {
    return errorResponse(error, ctx.requestId); // whatever is away: not done, try again
  }
}
