import type Stripe from 'stripe';
import { change, type Context } from '../context.ts';
import { newCustomer, NO_ADDRESS } from '../lifecycle/customers.ts';
import { deleteCustomer } from '../lifecycle/subscriptions.ts';
import type { CustomField, Customer } from '../model.ts';
import { rowsOf } from '../store.ts';
import { findRow, invalid, refuseOthers } from './api-error.ts';
import { isCreatedWithin, paginate } from './list.ts';
import { assignGiven, mergeMetadata } from './metadata.ts';

type Params = Stripe.CustomerCreateParams | Stripe.CustomerUpdateParams;

const FIELDS = ['description', 'email', 'name', 'phone', 'preferred_locales', 'tax_exempt'];

export function createCustomer(ctx: Context, params: Stripe.CustomerCreateParams): Customer {
  refuseOthers(params, [...FIELDS, 'address', 'metadata']);
  return newCustomer(ctx, { ...fieldsOf(params), metadata: mergeMetadata({}, params.metadata) });
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

/** The customer with this id, unless deleted. `param` names the parameter that contained the id. Throws StripeApiError. */
export function existingCustomer(ctx: Context, id: string, param?: string): Customer {
  const customer = findRow(ctx.state.customers, id, 'customer', param);
  if ('deleted' in customer) return findRow<Customer>({}, id, 'customer', param);
  return customer;
}

export function listPaymentMethods(ctx: Context, params: Stripe.CustomerListPaymentMethodsParams, id: string) {
  refuseOthers(params, ['type', 'limit', 'starting_after', 'ending_before']);
  const card = ctx.state.cards[existingCustomer(ctx, id).id];
  const rows = card && (params.type === undefined || params.type === 'card') ? [card] : [];
  return paginate(rows, params, `/v1/customers/${id}/payment_methods`, 'payment_method');
}

export const retrieveCustomer = (ctx: Context, _: unknown, id: string) => findRow(ctx.state.customers, id, 'customer');

export function updateCustomer(ctx: Context, params: Stripe.CustomerUpdateParams, id: string): Customer {
  refuseOthers(params, [...FIELDS, 'address', 'invoice_settings', 'metadata']);
  refuseOthers(params.invoice_settings ?? {}, ['custom_fields'], 'invoice_settings');
  const { custom_fields: printed } = params.invoice_settings ?? {};
  if (Array.isArray(printed)) assertPrintable(printed);
  const customer = existingCustomer(ctx, id);
  change(ctx, 'customer.updated', customer, (row) => {
    Object.assign(row, fieldsOf(params));
    row.metadata = mergeMetadata(row.metadata, params.metadata);
    if (printed !== undefined) row.invoice_settings.custom_fields = Array.isArray(printed) ? printed : null;
  });
  return customer;
}

/** Four fields, names of 40 and values of 140 characters (https://docs.stripe.com/api/customers/update). */
function assertPrintable(fields: CustomField[]) {
  if (fields.length > 4) throw invalid('You can have at most 4 custom fields.', 'invoice_settings[custom_fields]');
  for (const { name, value } of fields)
    if (!name || !value || name.length > 40 || value.length > 140)
      throw invalid(
        'Custom fields need a name of at most 40 and a value of at most 140 characters.',
        'invoice_settings',
      );
}

export function removeCustomer(ctx: Context, _: unknown, id: string) {
  deleteCustomer(ctx, id);
  return findRow(ctx.state.customers, id, 'customer');
}

export function listCustomers(ctx: Context, params: Stripe.CustomerListParams) {
  refuseOthers(params, ['created', 'email', 'limit', 'starting_after', 'ending_before']);
  const rows = rowsOf(ctx.state.customers)
    .filter((row): row is Customer => !('deleted' in row))
    .filter(
      (row) => (params.email === undefined || row.email === params.email) && isCreatedWithin(row, params.created),
    );
  return paginate(rows, params, '/v1/customers', 'customer');
}
