import { findRow, invalid } from './api/api-error.ts';
import { keepCard, setCard, setExpiry } from './lifecycle/cards.ts';
import { paySession } from './lifecycle/checkout.ts';
import { disputeSubscription, refundSubscription } from './lifecycle/charges.ts';
import { makePast, type Past } from './lifecycle/past.ts';
import { payOpenInvoice } from './lifecycle/payments.ts';
import { advance } from './lifecycle/renewal.ts';
import { deleteCustomer } from './lifecycle/subscriptions.ts';
import type { SubscriptionStatus } from './model.ts';
import { noFaults } from './faults.ts';
import type { Deliverer } from './webhooks/delivery.ts';
import { change, type Context } from './context.ts';

type Command = (ctx: Context, body: Record<string, unknown>, deliverer: Deliverer) => unknown;

/** `POST /_control/<name>`: lets a test act as a customer, a bank or a network. */
const COMMANDS: Record<string, Command> = {
  advance: (ctx, body) => {
    advance(ctx, count(body, 'seconds'));
    return { now: ctx.now(), ahead: ctx.state.clockOffset };
  },
  duplicate: ({ state }, body) => void (state.faults.duplicate = count(body, 'count', 1)),
  'fail-next': ({ state }, body) => void (state.faults.failNext = count(body, 'count', 1)),
  'corrupt-signature': ({ state }, body) => void (state.faults.corruptSignature = count(body, 'count', 1)),
  'old-timestamp': ({ state }, body) =>
    void (state.faults.oldTimestamp = { count: count(body, 'count', 1), seconds: integer(body, 'seconds', 301) }),
  'fail-api': ({ state }, body) => void (state.faults.failApi = count(body, 'count', 1)),
  'fail-stored': ({ state }, body) => void (state.faults.failStored = count(body, 'count', 1)),
  'slow-api': ({ state }, body) =>
    void (state.faults.slowApi = { count: count(body, 'count', 1), milliseconds: count(body, 'milliseconds') }),
  livemode: ({ state }, body) => void (state.faults.livemode = body['value'] === true),
  hold: ({ state }) => void (state.faults.isHeld = true),
  release: ({ state }) => void (state.faults.isHeld = false),
  /** Puts the newest event first, which breaks a receiver that relies on the order of events. */
  reorder: ({ state }) => {
    const order = Object.keys(state.events);
    state.pending.sort((a, b) => order.indexOf(b.event) - order.indexOf(a.event));
  },
  /** Removes all planted faults and releases held events. Subscriptions and the clock stay. */
  reset: ({ state }) => void (state.faults = noFaults()),
  redeliver: ({ state }, body, deliverer) => {
    const events =
      body['event'] === undefined ? Object.values(state.events) : [findRow(state.events, text(body, 'event'), 'event')];
    deliverer.enqueue(events);
    return { events: events.length };
  },
  /** Retries all waiting deliveries immediately. */
  retry: ({ state }) => state.pending.forEach((delivery) => (delivery.dueAt = delivery.firstDueAt)),
  'delete-customer': (ctx, body) => deleteCustomer(ctx, text(body, 'customer')),
  refund: (ctx, body) =>
    refundSubscription(
      ctx,
      text(body, 'subscription'),
      body['amount'] === undefined ? undefined : count(body, 'amount'),
    ),
  dispute: (ctx, body) => disputeSubscription(ctx, text(body, 'subscription'), 'needs_response'),
  'close-dispute': (ctx, body) =>
    disputeSubscription(ctx, text(body, 'subscription'), body['won'] === true ? 'won' : 'lost'),
  card: (ctx, body) => {
    const customer = text(body, 'customer');
    setCard(ctx, customer, body['state'] !== 'bad' && body['state'] !== 'needs-action');
    if (body['state'] === 'needs-action') ctx.state.askingCards.push(customer);
    setMethod(ctx, customer, body['method']);
    if (body['exp_month'] !== undefined) setExpiry(ctx, customer, count(body, 'exp_month'), count(body, 'exp_year'));
  },
  pay: (ctx, body) => ({
    redirect: paySession(ctx, text(body, 'session'), { country: 'GB' }, courseOf(body['course'])),
  }),
  /** Pays an open invoice with a good card, as on its hosted page. */
  'pay-invoice': (ctx, body) => {
    const invoice = findRow(ctx.state.invoices, text(body, 'invoice'), 'invoice');
    setCard(ctx, invoice.customer, true);
    payOpenInvoice(ctx, invoice);
  },
  /** Makes a subscription that was bought in the past, with its invoices. No event is sent. */
  past: (ctx, body) => makePast(ctx, body as unknown as Past),
  /** Makes a subscription look as if it had been bought so many days ago. Its periods stay. */
  backdate: (ctx, body) => {
    const row = findRow(ctx.state.subscriptions, text(body, 'subscription'), 'subscription');
    change(ctx, 'customer.subscription.updated', row, (changed) => {
      changed.created = ctx.now() - count(body, 'days') * 86_400;
    });
  },
  /** Sets a subscription to a status that depends on dashboard settings at Stripe, such as unpaid or paused. */
  status: (ctx, body) => {
    const subscription = findRow(ctx.state.subscriptions, text(body, 'subscription'), 'subscription');
    const status = STATUSES.find((each) => each === body['status']);
    if (!status) throw invalid(`status must be one of ${STATUSES.join(', ')}.`, 'status');
    const wasPaused = subscription.status === 'paused';
    change(ctx, 'customer.subscription.updated', subscription, (row) => void (row.status = status));
    if (wasPaused !== (status === 'paused'))
      ctx.emit(`customer.subscription.${wasPaused ? 'resumed' : 'paused'}`, subscription);
  },
  /** Emits an event of any known type for an existing object. */
  emit: (ctx, body) => {
    const id = text(body, 'object');
    const { subscriptions, invoices, customers, sessions, products, prices } = ctx.state;
    const tables: Record<string, object>[] = [subscriptions, invoices, customers, sessions, products, prices];
    const object = tables.find((table) => Object.hasOwn(table, id))?.[id];
    ctx.emit(text(body, 'type'), object ?? findRow<object>({}, id, 'object'), {});
  },
};
const STATUSES: SubscriptionStatus[] = ['trialing', 'active', 'past_due', 'unpaid', 'paused'];

const courseOf = (course: unknown) => (course === 'async' || course === 'needs-action' ? course : 'card');

/** Runs a command and starts the deliveries it causes. Throws StripeApiError for an unknown command. */
export function control(ctx: Context, deliverer: Deliverer, name: string, body: Record<string, unknown>): object {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw invalid(`Unknown command ${name}. Use one of ${Object.keys(COMMANDS).join(', ')}.`);
  const answer = ctx.transact(() => command(ctx, body, deliverer));
  deliverer.pump();
  return answer && typeof answer === 'object' ? answer : { ok: true };
}

/** `GET /_control/state`. `pending` lists undelivered events, `now` is the emulator's time. */
export function describeState({ state, now }: Context): object {
  return {
    now: now(),
    customers: Object.values(state.customers),
    subscriptions: Object.values(state.subscriptions),
    sessions: Object.values(state.sessions),
    invoices: Object.values(state.invoices),
    events: Object.values(state.events),
    deliveries: state.deliveries,
    pending: state.pending,
    faults: state.faults,
  };
}

/** Sets how a customer pays: by card, by a bank debit, or by a card whose bank takes as long as for a debit. */
function setMethod(ctx: Context, customer: string, method: unknown) {
  const { state } = ctx;
  state.debitors = state.debitors.filter((each) => each !== customer);
  if (method === 'debit' || method === 'slow-card') state.debitors.push(customer);
  if (method === 'debit') delete state.cards[customer];
  const card = method === 'debit' ? null : keepCard(ctx, customer).id;
  for (const subscription of Object.values(state.subscriptions))
    if (subscription.customer === customer) subscription.default_payment_method = card;
}

function integer(body: Record<string, unknown>, name: string, fallback?: number): number {
  const value = body[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw invalid(`${name} must be an integer.`, name);
  return value;
}

function count(body: Record<string, unknown>, name: string, fallback?: number): number {
  const value = integer(body, name, fallback);
  if (value < 0) throw invalid(`${name} must not be negative.`, name);
  return value;
}

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw invalid(`${name} must be an id.`, name);
  return value;
}
