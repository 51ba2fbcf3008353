import { paths } from '#lib/base/paths.ts';
import { acceptPurchase } from '#lib/billing/purchase/buyer.ts';
import { BuyDetailsInput, BuyInput, toBuyFlags } from '#lib/billing/schema.ts';
import { formRoute } from '#lib/routes/form-route.ts';

/** What a buyer says on /buy/details without JavaScript. Then `/buy` opens the checkout. */
export const POST = formRoute({ body: BuyDetailsInput, failurePage }, async ({ ctx: { actor, ...ctx }, body }) => {
  const flags = toBuyFlags(body.purchase);
  if (actor.kind !== 'user') return { location: paths.login(paths.buyDetails(flags)) };
  await acceptPurchase({ ...ctx, actor }, body.buyer);
  return { location: paths.buy(flags) };
});

const TYPED = ['kind', 'po_number', 'invoice_email', 'begin'];

function failurePage(fields: Record<string, string>): string {
  const chosen = BuyInput.safeParse(fields);
  if (!chosen.success) return paths.pricing;
  const typed = Object.entries(fields).filter(([name, value]) => TYPED.includes(name) && value !== '');
  return paths.buyDetails({ ...toBuyFlags(chosen.data), ...Object.fromEntries(typed) });
}
