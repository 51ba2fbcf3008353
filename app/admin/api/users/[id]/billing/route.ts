import { IdParams } from '#lib/auth/schema.ts';
import { getBillingOf } from '#lib/billing/overview/overview.ts';
import { BillingView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: "Get a user's plan, next charge and invoices", params: IdParams, answer: BillingView },
  ({ ctx, params }) => getBillingOf(ctx, params.id),
);
