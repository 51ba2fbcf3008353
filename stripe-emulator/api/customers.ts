import type Stripe from 'stripe';
import { change, type World } from '../context.ts';
import { newCustomer } from '../lifecycle/customers.ts';
import { deleteCustomer } from '../lifecycle/subscriptions.ts';
import type { Address, Customer } from '../model.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

type Params = Stripe.CustomerCreateParams | Stripe.CustomerUpdateParams;

const FIELDS = ['description', 'email', 'name', 'phone', 'preferred_locales', 'tax_exempt'];

export function createCustomer(world: World, params: Stripe.CustomerCreateParams): Customer {
  refuseOthers(params, [...FIELDS, 'address', 'metadata']);
  return newCustomer(world, { ...fieldsOf(params), metadata: mergeMetadata({}, params.metadata) });
}

function fieldsOf(params: Params): Partial<Customer> {
  const { email, address } = params;
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  }
  const fields: Partial<Customer> = {};
  assignGiven(fields, params, FIELDS);
  if (address !== undefined) fields.address = address ? { ...NO_ADDRESS, ...address } : null;
  return fields;
}

const NO_ADDRESS: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/** The customer with this id, unless deleted. `param` names the parameter that contained the id. Throws StripeFault. */
export function livingCustomer(world: World, id: string, param?: string): Customer {
  const customer = findRow(world.state.customers, id, 'customer', param);
  if ('deleted' in customer) return findRow<Customer>({}, id, 'customer', param);
  return customer;
}

export function listPaymentMethods(world: World, params: Stripe.CustomerListPaymentMethodsParams, id: string) {
  refuseOthers(params, ['type', 'limit', 'starting_after', 'ending_before']);
  const card = world.state.cards[livingCustomer(world, id).id];
  const rows = card && (params.type === undefined || params.type === 'card') ? [card] : [];
  return paginate(rows, params, `/v1/customers/${id}/payment_methods`, 'payment_method');
}

export const retrieveCustomer = (world: World, _: unknown, id: string) =>
  findRow(world.state.customers, id, 'customer');

export function updateCustomer(world: World, params: Stripe.CustomerUpdateParams, id: string): Customer {
  refuseOthers(params, [...FIELDS, 'address', 'metadata']);
  const customer = livingCustomer(world, id);
  change(world, 'customer.updated', customer, (row) => {
    Object.assign(row, fieldsOf(params));
    row.metadata = mergeMetadata(row.metadata, params.metadata);
  });
  return customer;
}

export function removeCustomer(world: World, _: unknown, id: string) {
  deleteCustomer(world, id);
  return findRow(world.state.customers, id, 'customer');
}

export function listCustomers(world: World, params: Stripe.CustomerListParams) {
  refuseOthers(params, ['created', 'email', 'limit', 'starting_after', 'ending_before']);
  const rows = Object.values(world.state.customers)
    .filter((row): row is Customer => !('deleted' in row))
    .filter(
      (row) => (params.email === undefined || row.email === params.email) && isCreatedWithin(row, params.created),
    );
  return paginate(rows, params, '/v1/customers', 'customer');
}
