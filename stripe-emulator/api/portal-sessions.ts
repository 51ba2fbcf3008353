import type Stripe from 'stripe';
import { isLive } from '../lifecycle/subscription-facts.ts';
import type { Subscription } from '../model.ts';
import type { PortalConfiguration, PortalFlow, PortalSession } from '../model-portal.ts';
import type { Context } from '../context.ts';
import { existingCustomer } from './customers.ts';
import { findRow, invalid, missing, refuseOthers, unsupported } from './api-error.ts';

type Params = Stripe.BillingPortal.SessionCreateParams;
type FlowData = NonNullable<Params['flow_data']>;

export function createPortalSession(ctx: Context, params: Params): PortalSession {
  refuseOthers(params, ['configuration', 'customer', 'flow_data', 'locale', 'return_url']);
  if (params.customer === undefined) throw missing('customer');
  const customer = existingCustomer(ctx, params.customer, 'customer');
  const configuration = findConfiguration(ctx, params.configuration);
  const flow = params.flow_data ? readFlow(ctx, params.flow_data, customer.id, configuration) : null;
  const id = ctx.newId('bps_1');
  const session: PortalSession = {
    ...ctx.build('BillingPortal.Session', {}),
    ...(params.locale !== undefined && { locale: params.locale }),
    flow: flow && describeFlow(flow),
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: ctx.now(),
    customer: customer.id,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${ctx.baseUrl}/p/session/${id}`,
  } as PortalSession;
  ctx.state.portalSessions[id] = session;
  if (flow) ctx.state.portalFlows[id] = flow;
  return session;
}

function findConfiguration(ctx: Context, id: string | undefined): PortalConfiguration {
  const rows = ctx.state.portalConfigurations;
  if (id !== undefined) return findRow(rows, id, 'configuration', 'configuration');
  const configuration = Object.values(rows).find((row) => row.is_default && row.active);
  if (!configuration)
    throw invalid('No configuration provided and your test mode default configuration has not been created.');
  return configuration;
}

function readFlow(ctx: Context, data: FlowData, customer: string, configuration: PortalConfiguration): PortalFlow {
  const completion = data.after_completion;
  if (completion && completion.type !== 'redirect')
    throw unsupported(`flow_data[after_completion][type]=${completion.type}`);
  const completedUrl = completion?.redirect?.return_url ?? null;
  if (data.type === 'payment_method_update') {
    if (!configuration.features.payment_method_update.enabled) throw disabled('payment_method_update');
    return { type: 'payment_method_update', completedUrl };
  }
  if (data.type === 'subscription_update') {
    const param = 'flow_data[subscription_update][subscription]';
    const subscription = ownSubscription(ctx, data.subscription_update?.subscription, customer, param);
    if (!configuration.features.subscription_update.enabled) throw disabled('subscription_update');
    return { type: 'subscription_update', subscription: subscription.id, completedUrl };
  }
  if (data.type === 'subscription_cancel') {
    const param = 'flow_data[subscription_cancel][subscription]';
    const subscription = ownSubscription(ctx, data.subscription_cancel?.subscription, customer, param);
    if (!configuration.features.subscription_cancel.enabled) throw disabled('subscription_cancel');
    if (subscription.cancel_at !== null) throw invalid('The subscription is already set to be canceled.', param);
    return { type: 'subscription_cancel', subscription: subscription.id, completedUrl };
  }
  if (data.type !== 'subscription_update_confirm') throw unsupported(`flow_data[type]=${data.type}`);
  return readUpdate(ctx, data, customer, configuration, completedUrl);
}

function readUpdate(
  ctx: Context,
  data: FlowData,
  customer: string,
  configuration: PortalConfiguration,
  completedUrl: string | null,
): PortalFlow {
  const prefix = 'flow_data[subscription_update_confirm]';
  const update = data.subscription_update_confirm;
  const subscription = ownSubscription(ctx, update?.subscription, customer, `${prefix}[subscription]`);
  if (!configuration.features.subscription_update.enabled) throw disabled('subscription_update');
  refuseOthers(update ?? {}, ['subscription', 'items'], prefix);
  const [item, ...more] = update?.items ?? [];
  if (!item) throw missing(`${prefix}[items]`);
  if (more.length) throw invalid('Only one item can be changed.', `${prefix}[items]`);
  const current = subscription.items.data.find((each) => each.id === item.id);
  if (!current) throw invalid(`No such subscription item: '${item.id}'`, `${prefix}[items][0][id]`, 'resource_missing');
  const price = item.price ?? current.price.id;
  const quantity = item.quantity ?? current.quantity;
  const offered = (ctx.state.portalProducts[configuration.id] ?? []).flatMap((each) => each.prices);
  if (!offered.includes(price)) {
    throw invalid(`The price ${price} is not in the portal configuration's products.`, `${prefix}[items][0][price]`);
  }
  if (price === current.price.id && quantity === current.quantity)
    throw invalid('There are no changes to confirm.', `${prefix}[items]`);
  const items = [{ id: item.id, price, quantity }];
  return { type: 'subscription_update_confirm', subscription: subscription.id, items, completedUrl };
}

function ownSubscription(ctx: Context, id: string | undefined, customer: string, param: string): Subscription {
  if (id === undefined) throw missing(param);
  const subscription = findRow(ctx.state.subscriptions, id, 'subscription', param);
  if (subscription.customer !== customer) return findRow<Subscription>({}, id, 'subscription', param);
  if (!isLive(subscription)) throw invalid(`The subscription is ${subscription.status} and cannot be changed.`, param);
  return subscription;
}

const disabled = (feature: string) =>
  invalid(`This flow needs the portal configuration's feature \`${feature}\` to be enabled.`, 'flow_data[type]');

/** The flow in Stripe's format. */
function describeFlow(flow: PortalFlow): object {
  const redirect = flow.completedUrl === null ? null : { return_url: flow.completedUrl };
  const base = {
    type: flow.type,
    after_completion: { type: redirect ? 'redirect' : 'portal_homepage', redirect, hosted_confirmation: null },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
  };
  switch (flow.type) {
    case 'payment_method_update':
      return base;
    case 'subscription_update':
      return { ...base, subscription_update: { subscription: flow.subscription } };
    case 'subscription_cancel':
      return { ...base, subscription_cancel: { subscription: flow.subscription, retention: null } };
    case 'subscription_update_confirm':
      return {
        ...base,
        subscription_update_confirm: { subscription: flow.subscription, items: flow.items, discounts: null },
      };
  }
}
