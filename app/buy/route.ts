import { paths } from '#lib/base/paths.ts';
import { assertTestsAllowed, startPurchase } from '#lib/billing/purchase/checkout.ts';
import { BuyQuery } from '#lib/billing/schema.ts';
import { isFromElsewhere } from '#lib/http/origin.ts';
import { seeOther } from '#lib/routes/form-route.ts';
import { pageRoute } from '#lib/routes/page-route.ts';

export const GET = pageRoute({ query: BuyQuery }, async ({ ctx, query, request }) => {
  assertTestsAllowed(query);
  const { actor } = ctx;
  const isForeign = isFromElsewhere(request.headers);
  if (actor.kind === 'user') return seeOther(await startPurchase({ ...ctx, actor }, query, isForeign));
  // After the login the browser comes from our own page, and nothing would show any more that a foreign link led here.
  const returnTo = isForeign ? paths.chooseCheckout : paths.buy;
  return seeOther(paths.login(returnTo(Object.fromEntries(new URL(request.url).searchParams))));
});
