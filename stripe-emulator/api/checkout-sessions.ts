import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { expireSession } from '../lifecycle/checkout.ts';
import { countAmounts } from '../lifecycle/session-amounts.ts';
import { usablePrice } from '../lifecycle/plan-change.ts';
import type { LineItem, Session } from '../model.ts';
import { findRow, invalid, missing } from './api-error.ts';
import { checkSessionParams } from './checkout-rules.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';
import { copyOf } from '../store.ts';

type Params = Stripe.Checkout.SessionCreateParams;
type LineParams = NonNullable<Params['line_items']>[number];

const DAY = 86_400;
/** Parameters that the session returns unchanged. */
const ECHOED = ['allow_promotion_codes', 'billing_address_collection', 'client_reference_id', 'locale', 'submit_type'];

export function createSession(ctx: Context, params: Params): Session {
  checkSessionParams(ctx, params);
  const lines = (params.line_items ?? []).map((line, index) => buildLine(ctx, line, index));
  requireOneInterval(lines);
  const id = ctx.newId('cs_test_a1', 56);
  const now = ctx.now();
  const isTaxed = params.automatic_tax?.enabled ?? false;
  const session = ctx.build<Session>('Checkout.Session', {
    id,
    object: 'checkout.session',
    amount_subtotal: 0,
    amount_total: 0,
    automatic_tax: {
      enabled: isTaxed,
      liability: null,
      provider: isTaxed ? 'stripe' : null,
      status: isTaxed ? 'complete' : null,
    },
    cancel_url: params.cancel_url ?? null,
    created: now,
    currency: lines[0]?.currency ?? 'gbp',
    customer: params.customer ?? null,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at === undefined ? now + DAY : params.expires_at + ctx.state.clockOffset,
    invoice: null,
    metadata: mergeMetadata({}, params.metadata),
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: params.success_url ?? '',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: `${ctx.baseUrl}/c/pay/${id}`,
  });
  Object.assign(session, { ui_mode: 'hosted_page', payment_method_collection: 'always' });
  assignGiven(session, params, ECHOED);
  if (params.tax_id_collection) {
    Object.assign(session, { tax_id_collection: { required: 'never', ...params.tax_id_collection } });
  }
  ctx.state.sessions[id] = session;
  ctx.state.sessionExtras[id] = {
    lineItems: lines,
    savesAddress: params.customer === undefined || params.customer_update?.address === 'auto',
    subscription: {
      description: params.subscription_data?.description ?? null,
      metadata: mergeMetadata({}, params.subscription_data?.metadata),
    },
  };
  countAmounts(ctx, session);
  return session;
}

function buildLine(ctx: Context, line: LineParams, index: number): LineItem {
  const param = `line_items[${index}]`;
  if (line.price === undefined) throw missing(`${param}[price]`);
  if (line.quantity === undefined) throw missing(`${param}[quantity]`);
  if (line.quantity < 1) throw invalid('Quantity must be greater than or equal to 1.', `${param}[quantity]`);
  const price = usablePrice(ctx, line.price, ctx.state.prices[line.price]?.currency ?? '', `${param}[price]`);
  return ctx.build<LineItem>('LineItem', {
    id: ctx.newId('li_1'),
    object: 'item',
    adjustable_quantity: line.adjustable_quantity?.enabled
      ? {
          enabled: true,
          minimum: line.adjustable_quantity.minimum ?? 1,
          maximum: line.adjustable_quantity.maximum ?? 99,
        }
      : null,
    amount_subtotal: 0,
    amount_tax: 0,
    amount_total: 0,
    currency: price.currency,
    description: findRow(ctx.state.products, price.product, 'product').name,
    price: copyOf(price),
    quantity: line.quantity,
  });
}

function requireOneInterval(lines: LineItem[]) {
  const intervals = new Set(
    lines.map(({ price }) => `${price.recurring?.interval_count} ${price.recurring?.interval}`),
  );
  if (intervals.size > 1) {
    throw invalid('Checkout does not support multiple prices with different billing intervals.', 'line_items');
  }
  if (new Set(lines.map(({ currency }) => currency)).size > 1) {
    throw invalid('All prices on a Checkout Session must have the same currency.', 'line_items');
  }
}

export const retrieveSession = (ctx: Context, _: unknown, id: string): Session =>
  findRow(ctx.state.sessions, id, 'checkout.session');

export function listSessions(ctx: Context, params: Stripe.Checkout.SessionListParams) {
  const rows = Object.values(ctx.state.sessions).filter(
    (row) =>
      (params.customer === undefined || row.customer === params.customer) &&
      (params.status === undefined || row.status === params.status) &&
      (params.subscription === undefined || row.subscription === params.subscription) &&
      (params.customer_details === undefined || emailOf(row) === params.customer_details.email) &&
      params.payment_intent === undefined &&
      params.payment_link === undefined &&
      isCreatedWithin(row, params.created),
  );
  return paginate(rows, params, '/v1/checkout/sessions', 'checkout.session');
}

const emailOf = (session: Session): unknown =>
  session.customer_details && 'email' in session.customer_details ? session.customer_details.email : null;

export function expireOpenSession(ctx: Context, _: unknown, id: string): Session {
  const session = retrieveSession(ctx, null, id);
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  expireSession(ctx, session);
  return session;
}

export function listLineItems(ctx: Context, params: Stripe.Checkout.SessionListLineItemsParams, id: string) {
  retrieveSession(ctx, null, id);
  const lines = ctx.state.sessionExtras[id]?.lineItems ?? [];
  return paginate(lines.toReversed(), params, `/v1/checkout/sessions/${id}/line_items`, 'item');
}
