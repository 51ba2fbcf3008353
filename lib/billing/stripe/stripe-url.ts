import { env, isLiveStripeKey, type Env } from '#lib/base/settings/env.ts';

type Settings = Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>;

const PAGES: Record<string, string> = {
  sub: 'subscriptions',
  cus: 'customers',
  in: 'invoices',
  dp: 'disputes',
  du: 'disputes',
  ch: 'payments',
  py: 'payments',
  evt: 'events',
};

/** The URL of an object in Stripe's dashboard, in the mode of our key; null with the Stripe emulator. */
export function stripeUrl(id: string, { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base }: Settings = env()) {
  if (base !== undefined) return null;
  const page = PAGES[id.split('_', 1)[0] ?? ''];
  const mode = isLiveStripeKey(key) ? '' : 'test/';
  return `https://dashboard.stripe.com/${mode}${page ? `${page}/` : 'search?query='}${encodeURIComponent(id)}`;
}
