import { findRow, invalid, StripeFault } from '../api/fault.ts';
import { newCustomer } from './customers.ts';
import type { Customer, LineItem, Session } from '../model.ts';
import { change, type World } from '../world.ts';
import { startSubscription } from './subscriptions.ts';
import { vatOn } from './tax.ts';

export type Payer = { country: string; email?: string | null };

/** What happens when somebody pays on the page: customer, subscription, invoice, the session complete. Answers where the browser goes. */
export function paySession(world: World, id: string, payer: Payer): string {
  const session = openSession(world, id);
  const extras = world.state.sessionExtras[id];
  if (!extras) throw new Error(`session ${id} has no lines`);
  const customer = payingCustomer(world, session, payer);
  if (world.state.badCards.includes(customer.id)) throw declined();
  const address = { city: null, country: payer.country, line1: null, line2: null, postal_code: null, state: null };
  change(world, 'customer.updated', customer, (row) => {
    row.currency ??= session.currency;
    if (extras.savesAddress) row.address = address;
  });
  const { subscription, invoice } = startSubscription(world, {
    customer: customer.id,
    items: extras.lineItems.map(({ price, quantity }) => ({ price, quantity })),
    hasAutomaticTax: session.automatic_tax.enabled,
    ...extras.subscription,
  });
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
    customer_details: {
      address,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
  });
  world.emit('checkout.session.completed', session);
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** The session of that id while it can still be paid. */
export function openSession(world: World, id: string): Session {
  const session = findRow(world.state.sessions, id, 'checkout.session');
  if (session.status !== 'open') throw invalid(`This Checkout Session is ${session.status}.`, 'id');
  return session;
}

const declined = () =>
  new StripeFault(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' });

function payingCustomer(world: World, session: Session, payer: Payer): Customer {
  if (session.customer === null) {
    return newCustomer(world, { email: session.customer_email ?? payer.email ?? null });
  }
  const customer = findRow(world.state.customers, session.customer, 'customer');
  if ('deleted' in customer) throw invalid(`No such customer: '${customer.id}'`, 'customer', 'resource_missing');
  return customer;
}

/** Sets the quantity of an adjustable line, within its bounds, and counts the session's amounts anew. */
export function setQuantity(world: World, session: Session, lineItem: string, quantity: number) {
  const line = world.state.sessionExtras[session.id]?.lineItems.find((each) => each.id === lineItem);
  if (!line?.adjustable_quantity?.enabled) return;
  const { minimum, maximum } = line.adjustable_quantity;
  line.quantity = Math.min(Math.max(quantity, minimum ?? 1), maximum ?? 99);
  countAmounts(session, world.state.sessionExtras[session.id]?.lineItems ?? []);
}

/** Fills in the amounts of the lines and of the session. */
export function countAmounts(session: Session, lines: LineItem[]) {
  for (const line of lines) {
    line.amount_subtotal = line.price.unit_amount * line.quantity;
    line.amount_tax = session.automatic_tax.enabled ? vatOn(line.amount_subtotal) : 0;
    line.amount_total = line.amount_subtotal + line.amount_tax;
  }
  session.amount_subtotal = lines.reduce((total, line) => total + line.amount_subtotal, 0);
  session.total_details.amount_tax = lines.reduce((total, line) => total + line.amount_tax, 0);
  session.amount_total = session.amount_subtotal + session.total_details.amount_tax;
}

/** Ends an open session. */
export function expireSession(world: World, session: Session) {
  session.status = 'expired';
  session.url = null;
  world.emit('checkout.session.expired', session);
}
