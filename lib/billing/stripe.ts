import Stripe from 'stripe';
import { env } from '#lib/env.ts';

let client: Stripe | undefined;

/** The process's Stripe client, made on first use. STRIPE_API_BASE moves it to the local stand-in; lib/env.ts allows that with its key only. */
export function stripe(): Stripe {
  return (client ??= createStripe());
}

function createStripe(): Stripe {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env();
  const base = STRIPE_API_BASE ? new URL(STRIPE_API_BASE) : null;
  return new Stripe(STRIPE_SECRET_KEY, {
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }),
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
  });
}

/** Whether Stripe refused because the object does not exist there. */
export const isMissingAtStripe = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** The id of what Stripe gives as an id or, expanded, as the object; null stays null. */
export function idOf(value: string | { id: string }): string;
export function idOf(value: string | { id: string } | null): string | null;
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}
