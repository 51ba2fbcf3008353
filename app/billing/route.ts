import { paths, withQuery } from '#lib/base/paths.ts';
import { openBillingPortal } from '#lib/billing/purchase/portal.ts';
import { BillingQuery } from '#lib/billing/schema.ts';
import { seeOther } from '#lib/routes/form-route.ts';
import { pageRoute } from '#lib/routes/page-route.ts';

export const GET = pageRoute({ query: BillingQuery }, async ({ ctx, query, request }) => {
  const { actor } = ctx;
  if (actor.kind !== 'user') return seeOther(paths.login(paths.billing + new URL(request.url).search));
  return seeOther(
    (await openBillingPortal({ ...ctx, actor }, query)) ?? withQuery(paths.dashboard, { notice: 'manual_billing' }),
  );
});
