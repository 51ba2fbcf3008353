import type Stripe from 'stripe';
import { change, type Context } from '../context.ts';
import { subscriptionOf, voidInvoice } from '../lifecycle/invoices.ts';
import { dropParked } from '../lifecycle/pending-updates.ts';
import { isLoopback } from '../loopback.ts';
import type { Invoice, StripeEvent, WebhookEndpoint } from '../model.ts';
import { rowsOf } from '../store.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { mergeMetadata } from './metadata.ts';

export const retrieveInvoice = (ctx: Context, _: unknown, id: string): Invoice =>
  findRow(ctx.state.invoices, id, 'invoice');

/**
 * Throws unless the invoice is open. As at Stripe, reactivates a past-due subscription if this is its latest invoice.
 */
export function voidOpenInvoice(ctx: Context, _: unknown, id: string): Invoice {
  const invoice = findRow(ctx.state.invoices, id, 'invoice');
  if (invoice.status !== 'open') throw invalid('You can only void an open invoice.', 'status');
  voidInvoice(ctx, invoice);
  const subscription = subscriptionOf(ctx, invoice);
  if (ctx.state.parkedUpdates[subscription.id]?.invoice === id)
    change(ctx, 'customer.subscription.updated', subscription, (row) => dropParked(ctx, row));
  if (subscription.status === 'past_due' && subscription.latest_invoice === id)
    change(ctx, 'customer.subscription.updated', subscription, (row) => {
      row.status = 'active';
    });
  return invoice;
}

export function listInvoices(ctx: Context, params: Stripe.InvoiceListParams) {
  refuseOthers(params, ['created', 'customer', 'status', 'subscription', 'limit', 'starting_after', 'ending_before']);
  if (params.customer !== undefined) findRow(ctx.state.customers, params.customer, 'customer', 'customer');
  const rows = rowsOf(ctx.state.invoices).filter(
    (row) =>
      (params.customer === undefined || row.customer === params.customer) &&
      (params.status === undefined || row.status === params.status) &&
      (params.subscription === undefined || row.parent.subscription_details.subscription === params.subscription) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/invoices', 'invoice');
}

/**
 * Finds invoices by their number, which is compared without regard to case. Other queries are refused
 * (https://docs.stripe.com/search#query-fields-for-invoices).
 */
export function searchInvoices(ctx: Context, params: Stripe.InvoiceSearchParams) {
  refuseOthers(params, ['query', 'limit']);
  const number = /^number:(["'])([A-Za-z0-9-]+)\1$/.exec(params.query)?.[2];
  if (number === undefined) throw invalid('The emulator searches invoices by number only.', 'query');
  const data = rowsOf(ctx.state.invoices).filter((row) => row.number?.toLowerCase() === number.toLowerCase());
  return { object: 'search_result', data, has_more: false, next_page: null, url: '/v1/invoices/search' };
}

export const retrieveEvent = (ctx: Context, _: unknown, id: string): StripeEvent =>
  findRow(ctx.state.events, id, 'event');

export function listEvents(ctx: Context, params: Stripe.EventListParams) {
  if (params.type !== undefined && params.types !== undefined) {
    throw invalid('You may only specify one of these parameters: type, types.', 'type');
  }
  const pattern =
    params.type === undefined ? null : new RegExp(`^${params.type.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const pending = new Set(ctx.state.pending.map((delivery) => delivery.event));
  const rows = rowsOf(ctx.state.events).filter(
    (row) =>
      (pattern === null || pattern.test(row.type)) &&
      (params.types === undefined || params.types.includes(row.type)) &&
      (params.delivery_success === undefined || params.delivery_success !== pending.has(row.id)) &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/events', 'event');
}

/** Refuses URLs of other hosts: the emulator must not call the outside world. Only this response shows the secret. */
export function createWebhookEndpoint(ctx: Context, params: Stripe.WebhookEndpointCreateParams): object {
  refuseOthers(params, ['description', 'enabled_events', 'metadata', 'url', 'api_version']);
  const url = URL.parse(params.url);
  if (!url || !isLoopback(url.host)) throw invalid('The emulator only delivers to this machine.', 'url', 'url_invalid');
  const endpoint: WebhookEndpoint = {
    ...ctx.build('WebhookEndpoint', {}),
    ...(params.description !== undefined && { description: params.description }),
    api_version: ctx.contract.apiVersion,
    id: ctx.newId('we_1'),
    object: 'webhook_endpoint',
    created: ctx.now(),
    enabled_events: params.enabled_events,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  } as WebhookEndpoint;
  const secret = ctx.newId('whsec_', 32);
  ctx.state.webhookEndpoints[endpoint.id] = endpoint;
  ctx.state.endpointSecrets[endpoint.id] = secret;
  return { ...endpoint, secret };
}

export function updateWebhookEndpoint(
  ctx: Context,
  params: Stripe.WebhookEndpointUpdateParams,
  id: string,
): WebhookEndpoint {
  refuseOthers(params, ['description', 'disabled', 'enabled_events']);
  const endpoint = findRow(ctx.state.webhookEndpoints, id, 'webhook endpoint');
  // https://docs.stripe.com/api/webhook_endpoints/update: `disabled` is a parameter, the object has a `status`.
  if (params.disabled !== undefined) endpoint.status = params.disabled ? 'disabled' : 'enabled';
  if (params.enabled_events) endpoint.enabled_events = params.enabled_events;
  return endpoint;
}

export const listWebhookEndpoints = (ctx: Context, params: Stripe.WebhookEndpointListParams) =>
  paginate(Object.values(ctx.state.webhookEndpoints), params, '/v1/webhook_endpoints', 'webhook_endpoint');
