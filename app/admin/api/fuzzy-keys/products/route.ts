import { PLANS } from '#lib/billing/plan.ts';
import { ProductsView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

/** `rate` is in requests per second for one unit. */
export const GET = statusRoute(
  { access: 'admin', summary: 'List the rank and rate for each Stripe product', answer: ProductsView },
  async () => ({
    products: Object.fromEntries(Object.values(PLANS).map(({ product, rank, rate }) => [product, { rank, rate }])),
  }),
);
