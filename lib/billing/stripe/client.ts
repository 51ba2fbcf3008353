import pLimit from 'p-limit';
import Stripe from 'stripe';
import type { Context } from '#lib/base/context.ts';
import { DomainError } from '#lib/base/errors.ts';
import { log, warnOncePerMinute } from '#lib/base/log.ts';
import { env } from '#lib/base/settings/env.ts';

let client: Stripe | undefined;

/**
 * The process's Stripe client, created on first use. STRIPE_API_BASE points it at the emulator, which lib/base/settings/env.ts allows
 * only with the emulator's key.
 */
export function stripe(): Stripe {
  return (client ??= createStripe(env().STRIPE_SECRET_KEY, env().STRIPE_API_BASE));
}

/** Creates a client; `apiBase` is the emulator's URL. Throws if a key other than the emulator's would be sent there. */
export function createStripe(secretKey: string, apiBase?: string): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  if (base && !secretKey.startsWith('sk_test_standin_'))
    throw new Error("only the emulator's key may be sent to another host than Stripe's");
  return new Stripe(secretKey, {
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }),
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
  });
}

/** Options for requests that a person waits for, or that hold a database connection: at most 9 s with the retry. */
export const SOON = { timeout: 4000, maxNetworkRetries: 1 };

/** How many transactions may wait for Stripe at a time; the rest of the pool stays free for other work (R6). */
const WAITING_FOR_STRIPE = 4;
/** Runs work that holds a database connection while it waits for Stripe; work beyond the limit waits for its turn. */
export const whileHoldingConnection = pLimit(WAITING_FOR_STRIPE);

/** Whether Stripe refused because the object does not exist there. */
export const isMissingAtStripe = (error: unknown): boolean => hasCode(error, 'resource_missing');

/** Whether Stripe refused because nothing more will be charged. */
export const isNothingUpcoming = (error: unknown): boolean => hasCode(error, 'invoice_upcoming_none');

/** Whether Stripe repeats the failure that it stored for the idempotency key of an earlier request. */
export const isRepeatedFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Whether a webhook's body was not signed with the secret. */
export const isOtherSignature = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeSignatureVerificationError;

const hasCode = (error: unknown, code: string) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code;

/** Errors with which Stripe serves no request of ours, whatever it asks for. The operator, or Stripe, mends them. */
const DOWN = [
  [Stripe.errors.StripeConnectionError, 'stripe_unreachable'],
  [Stripe.errors.StripeAuthenticationError, 'stripe_key'],
  [Stripe.errors.StripePermissionError, 'stripe_key'],
  [Stripe.errors.StripeAPIError, 'stripe_failing'],
  [Stripe.errors.StripeRateLimitError, 'stripe_rate_limit'],
] as const;

/**
 * Whether Stripe is unreachable, is failing, or refuses our key or our rate. If it is, logs why once a minute, because
 * the person sees only a text and a request id.
 */
export function noteStripeDown({ requestId }: Pick<Context, 'requestId'>, error: unknown): boolean {
  const cause = DOWN.find(([kind]) => error instanceof kind)?.[1];
  if (cause === undefined) return false;
  warnOncePerMinute(cause, { requestId, err: error });
  return true;
}

/**
 * Whether Stripe refused for good: it would refuse the same request again
 * (https://docs.stripe.com/error-handling#invalid-request-errors). If it did, logs why, because the person sees
 * only a text.
 */
export function noteRefusal({ requestId }: Pick<Context, 'requestId'>, error: unknown): boolean {
  const isRefusal = error instanceof Stripe.errors.StripeInvalidRequestError && !isMissingAtStripe(error);
  if (isRefusal) log().warn({ requestId, stripeRequest: error.requestId, err: error }, 'refused by Stripe');
  return isRefusal;
}

/**
 * Runs a request that a person waits for. Throws `unavailable` with a text about billing while Stripe is down (R6), and
 * `conflict` if Stripe refuses the request.
 */
export async function askStripe<T>(ctx: Pick<Context, 'requestId'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (noteStripeDown(ctx, error))
      throw new DomainError(
        'unavailable',
        'Our payment provider does not answer right now. Nothing was charged or changed. Please try again in a minute.',
        { retryAfterSeconds: 60 },
      );
    if (!noteRefusal(ctx, error)) throw error;
    throw new DomainError(
      'conflict',
      'Our payment provider refused this. Nothing was charged or changed. Please contact support.',
    );
  }
}

/** The id of an object that Stripe sends either as an id or expanded; null stays null. */
export function idOf(value: string | { id: string }): string;
export function idOf(value: string | { id: string } | null): string | null;
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}

/** Converts Stripe's Unix seconds; null stays null. */
export function fromSeconds(value: number): Date;
export function fromSeconds(value: number | null): Date | null;
export function fromSeconds(value: number | null): Date | null {
  return value === null ? null : new Date(value * 1000);
}
