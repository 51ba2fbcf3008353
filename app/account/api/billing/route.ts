import { getBilling } from '#lib/billing/overview/overview.ts';
import { BillingView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show the subscription, the next charge and the invoices', answer: BillingView },
  ({ ctx }) => getBilling(ctx),
);
