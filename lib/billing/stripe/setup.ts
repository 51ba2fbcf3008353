import Stripe from 'stripe';
import { paths } from '#lib/base/paths.ts';
import { penceOf } from '#lib/billing/catalogue-price.ts';
import { lookupKey, PLANS, SHOP, type BillingInterval, type Plan } from '#lib/billing/plan.ts';

/** Every event type that has an effect (lib/billing/sync/event-effects.ts). */
export const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'customer.updated',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'price.updated',
  'product.updated',
];
/** Software as a service, for business use (Stripe's list of tax codes). */
const TAX_CODE = 'txcd_10103001';
const INTERVALS: BillingInterval[] = ['month', 'year'];

/** Where Stripe sends our events. */
const webhookUrl = (appUrl: string): string => `${appUrl}/api/webhooks/stripe`;

/** What was created or changed, in order. Stripe returns `webhookSecret` only when the endpoint is created. */
export type SetupReport = { done: string[]; webhookSecret: string | null };

/**
 * Creates products, prices with their lookup keys, the portal's configuration and the webhook endpoint in a Stripe
 * account. Safe to repeat: existing objects stay; a changed amount creates a new price that takes over the lookup key.
 */
export async function setUpStripe(stripe: Stripe, appUrl: string): Promise<SetupReport> {
  const done: string[] = [];
  for (const plan of Object.values(PLANS)) {
    const product = await ensureProduct(stripe, plan, done);
    for (const interval of INTERVALS) await ensurePrice(stripe, plan, interval, product, done);
  }
  await ensurePortal(stripe, appUrl, done);
  const webhookSecret = await ensureWebhook(stripe, webhookUrl(appUrl), done);
  return { done, webhookSecret };
}

async function ensureProduct(stripe: Stripe, plan: Plan, done: string[]): Promise<string> {
  const metadata = { shop: SHOP, plan: plan.name };
  for await (const product of stripe.products.list({ active: true, limit: 100 })) {
    if (product.name !== plan.product) continue;
    // A price that is made in the dashboard has no marks: those of its product tell its plan.
    if (product.metadata['plan'] !== plan.name) await stripe.products.update(product.id, { metadata });
    return product.id;
  }
  const product = await stripe.products.create({ name: plan.product, tax_code: TAX_CODE, metadata });
  done.push(`product ${plan.product}`);
  return product.id;
}

async function ensurePrice(
  stripe: Stripe,
  plan: Plan,
  interval: BillingInterval,
  product: string,
  done: string[],
): Promise<void> {
  const key = lookupKey(plan.name, interval);
  const pence = penceOf(plan.name, interval);
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 });
  const [known] = data;
  const fits = known?.active && known.unit_amount === pence && known.currency === 'gbp' && known.product === product;
  const metadata = { shop: SHOP, plan: plan.name };
  // Must precede the new price: once that takes over the lookup key, only the metadata names the old price's plan.
  if (known && known.metadata['plan'] !== plan.name) await stripe.prices.update(known.id, { metadata });
  if (fits) return;
  await stripe.prices.create({
    product,
    currency: 'gbp',
    unit_amount: pence,
    recurring: { interval },
    tax_behavior: 'exclusive',
    lookup_key: key,
    transfer_lookup_key: true,
    metadata,
  });
  done.push(`price ${key}`);
}

/**
 * The portal keeps cards, invoices and addresses. Plan and end of a subscription are changed on /plan, where more is
 * paid before it is served: an older configuration that still offers them is corrected.
 */
async function ensurePortal(stripe: Stripe, appUrl: string, done: string[]): Promise<void> {
  const params = {
    default_return_url: `${appUrl}${paths.billingBack}`,
    features: {
      // Not `email`: it is copied from the account, where the user changes it (lib/users/email/change-email.ts).
      customer_update: { enabled: true, allowed_updates: ['address' as const, 'tax_id' as const] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
    metadata: { shop: SHOP },
  };
  const { configurations } = stripe.billingPortal;
  const { data } = await configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.['shop'] === SHOP);
  if (!known) {
    await configurations.create(params);
    done.push('billing portal configuration');
    return;
  }
  const { subscription_cancel: cancel, subscription_update: update } = known.features;
  if (cancel.enabled || update.enabled) done.push('billing portal configuration without change of plan');
  await configurations.update(known.id, params);
}

/** Whether an endpoint does not get every event that has an effect. */
const lacksEvents = ({ enabled_events: enabled }: Stripe.WebhookEndpoint): boolean =>
  EVENTS.some((type) => !enabled.includes(type) && !enabled.includes('*'));

async function ensureWebhook(stripe: Stripe, url: string, done: string[]): Promise<string | null> {
  const { webhookEndpoints } = stripe;
  const known = await findEndpoint(stripe, url);
  if (!known) {
    const params = { url, enabled_events: EVENTS, api_version: Stripe.API_VERSION, metadata: { shop: SHOP } };
    const endpoint = await webhookEndpoints.create(params);
    done.push(`webhook endpoint ${url}`);
    return endpoint.secret ?? null;
  }
  const isDisabled = known.status === 'disabled';
  if (lacksEvents(known) || isDisabled) {
    // An endpoint is disabled by a person in the dashboard, or by Stripe after days without an answer.
    await webhookEndpoints.update(known.id, { enabled_events: EVENTS, ...(isDisabled && { disabled: false }) });
    done.push(isDisabled ? `webhook endpoint ${url} enabled again: it was disabled` : `events of ${url}`);
  }
  return null;
}

/** The account's endpoint for a URL. The emulator's has another name of this machine than a local copy. */
async function findEndpoint(stripe: Stripe, url: string, local = false): Promise<Stripe.WebhookEndpoint | undefined> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const plain = (text: string) => (local ? text.replace('//localhost:', '//127.0.0.1:') : text);
  return data.find((endpoint) => plain(endpoint.url) === plain(url));
}

/**
 * What `setUpStripe` would have to mend: prices of the catalogue, and the webhook endpoint. Changes nothing.
 */
export async function findSetupProblems(
  stripe: Stripe,
  appUrl: string,
): Promise<{ prices: string[]; webhook: string[] }> {
  const prices: string[] = [];
  for (const { name } of Object.values(PLANS))
    for (const interval of INTERVALS) {
      const key = lookupKey(name, interval);
      const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
      if (data[0]?.unit_amount !== penceOf(name, interval)) prices.push(key);
    }
  const endpoint = await findEndpoint(stripe, webhookUrl(appUrl), true);
  if (!endpoint) return { prices, webhook: [`the account has no endpoint ${webhookUrl(appUrl)}`] };
  return {
    prices,
    webhook: [
      ...(endpoint.status === 'disabled' ? [`the endpoint ${endpoint.url} is disabled, so no event arrives`] : []),
      ...(lacksEvents(endpoint) ? [`the endpoint ${endpoint.url} does not get every event`] : []),
    ],
  };
}
