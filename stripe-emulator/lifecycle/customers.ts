import type { World } from '../context.ts';
import type { Customer } from '../model.ts';

/** Creates a customer and emits the event. */
export function newCustomer(world: World, fields: Partial<Customer>): Customer {
  const customer = {
    ...world.build('Customer', {}),
    address: null,
    currency: null,
    delinquent: false,
    discount: null,
    invoice_prefix: world.newId('', 8).toUpperCase(),
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: null,
    email: null,
    metadata: {},
    ...fields,
    id: world.newId('cus_', 14),
    object: 'customer' as const,
    created: world.now(),
  };
  world.state.customers[customer.id] = customer;
  world.emit('customer.created', customer);
  return customer;
}
