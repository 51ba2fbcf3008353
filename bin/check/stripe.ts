/** Stripe: the key, the catalogue, the webhook endpoint, and the clock against Stripe's. */
import { stripe } from '#lib/billing/stripe/client.ts';
import { findSetupProblems } from '#lib/billing/stripe/setup.ts';
import { env, isLiveStripeKey } from '#lib/env.ts';
import { SECOND } from '#lib/time.ts';
import { oneLineOf } from '#lib/one-line.ts';
import { fail, lineOf, ok, skip, type Finding, type Line } from './line.ts';

/** Codes of two-factor login hold for 30 s. Stripe's signatures may be five minutes old. */
const CLOCK_MS = 30 * SECOND;

/** The lines about Stripe. Without an answer to the first request the others are skipped. */
export async function checkStripe(): Promise<Line[]> {
  let answeredAt: string | undefined;
  const key = await lineOf('stripe key', async () => {
    try {
      const { lastResponse } = await stripe().prices.list({ limit: 1 });
      answeredAt = lastResponse.headers['date'];
      return ok(modeOf());
    } catch (error) {
      if (isRefusedKey(error)) return fail('Stripe refuses STRIPE_SECRET_KEY. Copy it again from Developers, API keys');
      return fail(`${oneLineOf(error)}. Allow https to api.stripe.com`);
    }
  });
  if (key.result === 'FAIL') return [key, ...OTHERS.map((name) => ({ name, ...skip('needs the key of Stripe') }))];
  const problems = findSetupProblems(stripe(), env().APP_URL);
  problems.catch(() => {}); // each line reports it
  return [
    key,
    await lineOf('products', async () => {
      const { prices } = await problems;
      return prices.length ? fail(`no active price ${prices.join(', ')} with our amount. ${SETUP}`) : ok('all prices');
    }),
    await lineOf('webhook', async () => {
      const { webhook } = await problems;
      return webhook.length
        ? fail(`${webhook.join('; ')}. ${SETUP}`)
        : ok('the endpoint is enabled and gets all events');
    }),
    await lineOf('clock', () => compareClock(answeredAt)),
  ];
}

const OTHERS = ['products', 'webhook', 'clock'];
const SETUP = 'Run `npm run stripe:setup`';

const modeOf = () => {
  if (env().STRIPE_API_BASE) return 'the emulator answers';
  return isLiveStripeKey(env().STRIPE_SECRET_KEY) ? 'accepted, live' : 'accepted, test mode: nothing is charged';
};

const isRefusedKey = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && (error.statusCode === 401 || error.statusCode === 403);

/** Compares this host's clock with the `Date` of an answer; exported for tests. */
export function compareClock(date: string | undefined, now = Date.now()): Finding {
  const there = Date.parse(date ?? '');
  if (Number.isNaN(there)) return skip('Stripe sent no Date');
  const off = now - there;
  if (Math.abs(off) < CLOCK_MS) return ok('within 30 s of Stripe’s');
  const text = `${Math.round(Math.abs(off) / SECOND)} s ${off > 0 ? 'ahead of' : 'behind'} Stripe’s`;
  return fail(
    `${text}: codes of two-factor login and webhooks are refused. Synchronise it (systemd-timesyncd, chrony)`,
  );
}
