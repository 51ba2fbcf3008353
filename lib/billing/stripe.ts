import pLimit from 'p-limit';
import Stripe from 'stripe';
import { env } from '#lib/env.ts';
import { DomainError } from '#lib/errors.ts';

let client: Stripe | undefined;

/** The process's Stripe client, made on first use. STRIPE_API_BASE moves it to the local stand-in; lib/env.ts allows that with its key only. */
export function stripe(): Stripe {
  return (client ??= createStripe(env().STRIPE_SECRET_KEY, env().STRIPE_API_BASE));
}

/** A client of its own for a key; `apiBase` is where the local stand-in listens. Throws when a key that is not its own would go there. */
export function createStripe(secretKey: string, apiBase?: string): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  if (base && !secretKey.startsWith('sk_test_standin_'))
    throw new Error("only the stand-in's key may leave for another host");
  return new Stripe(secretKey, {
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }),
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
  });
}

/** For calls that somebody waits for, or that hold a database connection: at most 9 s with the repeat. */
export const SOON = { timeout: 4000, maxNetworkRetries: 1 };

/** How many transactions may wait for Stripe at once; the other connections of the pool are for everybody else (R6). */
const WAITING_FOR_STRIPE = 4;
/** Runs work that holds a database connection while Stripe answers. */
export const whileHoldingConnection = pLimit(WAITING_FOR_STRIPE);

/** Whether Stripe refused because the object does not exist there. */
export const isMissingAtStripe = (error: unknown): boolean => hasCode(error, 'resource_missing');

/** Whether nothing more will be charged. */
export const isNothingUpcoming = (error: unknown): boolean => hasCode(error, 'invoice_upcoming_none');

const hasCode = (error: unknown, code: string) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/** Whether Stripe is away, slow, or failing by itself. */
export const isStripeDown = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

/** Runs a call that a person waits for; throws `unavailable` with a text about billing while Stripe is down (R6). */
export async function askStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStripeDown(error)) throw error;
    throw new DomainError(
      'unavailable',
      'Our payment provider does not answer right now. Nothing was charged or changed. Please try again in a minute.',
      { retryAfterSeconds: 60 },
    );
  }
}

/** The id of what Stripe gives as an id or, expanded, as the object; null stays null. */
export function idOf(value: string | { id: string }): string;
export function idOf(value: string | { id: string } | null): string | null;
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}

/** Stripe's Unix seconds. */
export function fromSeconds(value: number): Date;
export function fromSeconds(value: number | null): Date | null;
export function fromSeconds(value: number | null): Date | null {
  return value === null ? null : new Date(value * 1000);
}
