import { assertTestsAllowed, startPurchase } from '#lib/billing/purchase/checkout.ts';
import { BuyQuery } from '#lib/billing/schema.ts';
import { isFromElsewhere } from '#lib/http/origin.ts';
import { paths } from '#lib/paths.ts';
import { seeOther } from '#lib/routes/form-route.ts';
import { pageRoute } from '#lib/routes/page-route.ts';

export const GET = pageRoute({ query: BuyQuery }, async ({ ctx, query, request }) => {
  assertTestsAllowed(query);
  const { actor } = ctx;
  if (actor.kind !== 'user')
    return seeOther(paths.login(paths.buy(Object.fromEntries(new URL(request.url).searchParams))));
  return seeOther(await startPurchase({ ...ctx, actor }, query, isFromElsewhere(request.headers)));
});
