import type { Context, Member } from '#lib/base/context.ts';
import { acceptPurchase, findReadyBuyer } from '#lib/billing/purchase/buyer.ts';
import * as checkout from '#lib/billing/purchase/checkout.ts';
import type { Purchase } from '#lib/billing/schema.ts';

/** Like the product's own, for a company that has accepted the terms. */
export async function startPurchase(ctx: Context<Member>, purchase: Purchase, isFromElsewhere = false) {
  if (!(await findReadyBuyer(ctx)))
    await acceptPurchase(ctx, { kind: 'company', po_number: null, invoice_email: null });
  return checkout.startPurchase(ctx, purchase, isFromElsewhere);
}
