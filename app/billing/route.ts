import { openBillingPortal } from '#lib/billing/checkout.ts';
import { seeOther } from '#lib/http/form-route.ts';
import { pageRoute } from '#lib/http/page-route.ts';
import { paths, withQuery } from '#lib/paths.ts';

export const GET = pageRoute({}, async ({ ctx }) => {
  const { actor } = ctx;
  if (actor.kind !== 'user') return seeOther(paths.login(paths.billing));
  return seeOther(
    (await openBillingPortal({ ...ctx, actor })) ?? withQuery(paths.dashboard, { notice: 'manual_billing' }),
  );
});
