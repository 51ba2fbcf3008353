import { PLANS } from '#lib/billing/plan.ts';
import { ProductsView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/http/status-route.ts';

/** What the keys of each Stripe product get: `rate` is requests per second for one unit. */
export const GET = statusRoute(
  { access: 'admin', summary: 'List what the keys of each Stripe product get', answer: ProductsView },
  async () => ({
    products: Object.fromEntries(Object.values(PLANS).map(({ product, rank, rate }) => [product, { rank, rate }])),
  }),
);
