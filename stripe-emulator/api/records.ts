import type Stripe from 'stripe';
import { change, type World } from '../context.ts';
import { subscriptionOf, voidInvoice } from '../lifecycle/invoices.ts';
import { isLoopback } from '../loopback.ts';
import type { Invoice, StripeEvent, WebhookEndpoint } from '../model.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { mergeMetadata } from './metadata.ts';

export const retrieveInvoice = (world: World, _: unknown, id: string): Invoice =>
  findRow(world.state.invoices, id, 'invoice');

/** Throws unless the invoice is open. As at Stripe, reactivates a subscription that is past due because of it alone. */
export function voidOpenInvoice(world: World, _: unknown, id: string): Invoice {
  const invoice = findRow(world.state.invoices, id, 'invoice');
  if (invoice.status !== 'open') throw invalid('You can only void an open invoice.', 'status');
  voidInvoice(world, invoice);
  const subscription = subscriptionOf(world, invoice);
  if (subscription.status === 'past_due' && subscription.latest_invoice === id)
    change(world, 'customer.subscription.updated', subscription, (row) => {
      row.status = 'active';
    });
  return invoice;
}

export function listInvoices(world: World, params: Stripe.InvoiceListParams) {
  refuseOthers(params, ['created', 'customer', 'status', 'subscription', 'limit', 'starting_after', 'ending_before']);
  if (params.customer !== undefined) findRow(world.state.customers, params.customer, 'customer', 'customer');
  const rows = Object.values(world.state.invoices).filter(
    (row) =>
      (params.customer === undefined || row.customer === params.customer) &&
      (params.status === undefined || row.status === params.status) &&
      (params.subscription === undefined || row.parent.subscription_details.subscription === params.subscription) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/invoices', 'invoice');
}

export const retrieveEvent = (world: World, _: unknown, id: string): StripeEvent =>
  findRow(world.state.events, id, 'event');

export function listEvents(world: World, params: Stripe.EventListParams) {
  if (params.type !== undefined && params.types !== undefined) {
    throw invalid('You may only specify one of these parameters: type, types.', 'type');
  }
  const pattern =
    params.type === undefined ? null : new RegExp(`^${params.type.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const pending = new Set(world.state.pending.map((delivery) => delivery.event));
  const rows = Object.values(world.state.events).filter(
    (row) =>
      (pattern === null || pattern.test(row.type)) &&
      (params.types === undefined || params.types.includes(row.type)) &&
      (params.delivery_success === undefined || params.delivery_success !== pending.has(row.id)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/events', 'event');
}

/** Refuses URLs of other hosts: the stand-in must not call the outside world. Only this response has the secret. */
export function createWebhookEndpoint(world: World, params: Stripe.WebhookEndpointCreateParams): object {
  refuseOthers(params, ['description', 'enabled_events', 'metadata', 'url', 'api_version']);
  const url = URL.parse(params.url);
  if (!url || !isLoopback(url.host)) throw invalid('The stand-in only delivers to this machine.', 'url', 'url_invalid');
  const endpoint: WebhookEndpoint = {
    ...world.build('WebhookEndpoint', {}),
    ...(params.description !== undefined && { description: params.description }),
    api_version: world.contract.apiVersion,
    id: world.newId('we_1'),
    object: 'webhook_endpoint',
    created: world.now(),
    enabled_events: params.enabled_events,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  } as WebhookEndpoint;
  const secret = world.newId('whsec_', 32);
  world.state.webhookEndpoints[endpoint.id] = endpoint;
  world.state.endpointSecrets[endpoint.id] = secret;
  return { ...endpoint, secret };
}

export function updateWebhookEndpoint(
  world: World,
  params: Stripe.WebhookEndpointUpdateParams,
  id: string,
): WebhookEndpoint {
  refuseOthers(params, ['description', 'enabled_events']);
  const endpoint = findRow(world.state.webhookEndpoints, id, 'webhook endpoint');
  if (params.enabled_events) endpoint.enabled_events = params.enabled_events;
  return endpoint;
}

export const listWebhookEndpoints = (world: World, params: Stripe.WebhookEndpointListParams) =>
  paginate(Object.values(world.state.webhookEndpoints), params, '/v1/webhook_endpoints', 'webhook_endpoint');
