import { findBuyer, saveInvoiceDetails } from '#lib/billing/purchase/buyer.ts';
import { InvoiceDetailsInput } from '#lib/billing/schema.ts';
import { BuyerView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Who buys, and what is printed on your invoices', answer: BuyerView },
  ({ ctx }) => findBuyer(ctx),
);

export const PUT = route(
  {
    access: 'user',
    summary: 'Change the PO number and the address of your next invoices',
    body: InvoiceDetailsInput,
    answer: BuyerView,
  },
  ({ ctx, body }) => saveInvoiceDetails(ctx, body),
);
