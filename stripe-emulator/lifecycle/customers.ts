import type { Context } from '../context.ts';
import type { Address, Customer } from '../model.ts';

export const NO_ADDRESS: Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Creates a customer and emits the event. */
export function newCustomer(ctx: Context, fields: Partial<Customer>): Customer {
  const customer = {
    ...ctx.build('Customer', {}),
    address: null,
    balance: 0,
    currency: null,
    delinquent: false,
    discount: null,
    invoice_settings: {
      ...{ custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    },
    invoice_prefix: ctx.newId('', 8).toUpperCase(),
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: null,
    email: null,
    metadata: {},
    id: ctx.newId('cus_', 14),
    ...fields,
    object: 'customer' as const,
    created: ctx.now(),
  };
  ctx.state.customers[customer.id] = customer;
  ctx.emit('customer.created', customer);
  return customer;
}
