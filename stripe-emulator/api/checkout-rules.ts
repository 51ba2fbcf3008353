import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { invalid, missing, refuseOthers, unsupported } from './api-error.ts';
import { existingCustomer } from './customers.ts';

type Params = Stripe.Checkout.SessionCreateParams;

const SUPPORTED = [
  'allow_promotion_codes',
  'automatic_tax',
  'billing_address_collection',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_update',
  'discounts',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_method_collection',
  'submit_type',
  'subscription_data',
  'success_url',
  'tax_id_collection',
  'ui_mode',
];
const MIN_LIFE_SECONDS = 30 * 60;
const MAX_LIFE_SECONDS = 24 * 60 * 60;

/** Stripe's rules for a hosted subscription checkout that no schema expresses. Throws StripeApiError. */
export function checkSessionParams(ctx: Context, params: Params) {
  refuseOthers(params, SUPPORTED);
  if (params.mode === undefined) throw missing('mode');
  if (params.mode !== 'subscription') throw unsupported(`mode=${params.mode}`);
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page') throw unsupported(`ui_mode=${params.ui_mode}`);
  if (params.success_url === undefined) throw missing('success_url');
  checkUrl(params.success_url, 'success_url');
  if (params.cancel_url !== undefined) checkUrl(params.cancel_url, 'cancel_url');
  if (!params.line_items?.length) throw missing('line_items');
  for (const [index, line] of params.line_items.entries()) {
    refuseOthers(line, ['price', 'quantity', 'adjustable_quantity'], `line_items[${index}]`);
  }
  refuseOthers(params.subscription_data ?? {}, ['description', 'metadata'], 'subscription_data');
  checkCustomer(ctx, params);
  checkDiscounts(params);
  checkExpiry(ctx, params);
}

function checkUrl(url: string, param: string) {
  // The placeholder is replaced first, because braces are not valid in every part of a URL.
  if (!/^https?:$/.test(URL.parse(url.replaceAll('{CHECKOUT_SESSION_ID}', 'x'))?.protocol ?? '')) {
    throw invalid('Not a valid URL', param, 'url_invalid');
  }
}

function checkCustomer(ctx: Context, params: Params) {
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
  }
  if (params.customer === undefined) {
    if (params.customer_update) throw invalid('`customer_update` can only be used with `customer`.', 'customer_update');
    return;
  }
  const customer = existingCustomer(ctx, params.customer, 'customer');
  if (params.automatic_tax?.enabled && !customer.address?.country && params.customer_update?.address !== 'auto') {
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      'automatic_tax',
      'customer_tax_location_invalid',
    );
  }
  if (params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto') {
    throw invalid(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    );
  }
}

function checkDiscounts(params: Params) {
  if (!params.discounts?.length) return;
  if (params.allow_promotion_codes !== undefined) {
    throw invalid('You may only specify one of these parameters: allow_promotion_codes, discounts.', 'discounts');
  }
  throw unsupported('discounts');
}

/** Adds the clock offset, because `advance` does not move the caller's clock. */
function checkExpiry(ctx: Context, params: Params) {
  if (params.expires_at === undefined) return;
  const life = params.expires_at + ctx.state.clockOffset - ctx.now();
  if (life >= MIN_LIFE_SECONDS && life <= MAX_LIFE_SECONDS) return;
  const bound = life < MIN_LIFE_SECONDS ? 'at least 30 minutes' : 'less than 24 hours';
  throw invalid(`The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`, 'expires_at');
}
