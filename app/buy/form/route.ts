import { paths } from '#lib/base/paths.ts';
import { startPurchase } from '#lib/billing/purchase/checkout.ts';
import { BuyInput, toBuyFlags } from '#lib/billing/schema.ts';
import { formRoute } from '#lib/routes/form-route.ts';

/** What was chosen on /buy/choose. */
export const POST = formRoute({ body: BuyInput, failurePage }, async ({ ctx: { actor, ...ctx }, body }) =>
  actor.kind === 'user'
    ? { location: await startPurchase({ ...ctx, actor }, body) }
    : { location: paths.login(paths.buy(toBuyFlags(body))) },
);

function failurePage(fields: Record<string, string>): string {
  const chosen = BuyInput.safeParse(fields);
  return chosen.success ? paths.chooseCheckout(toBuyFlags(chosen.data)) : paths.pricing;
}
