import { paths } from '#lib/base/paths.ts';
import { syncAfterPortal } from '#lib/billing/purchase/portal.ts';
import { seeOther } from '#lib/routes/form-route.ts';
import { pageRoute } from '#lib/routes/page-route.ts';

/** Where Stripe's portal leads back to: the dashboard then shows what was done there. */
export const GET = pageRoute({}, async ({ ctx }) => {
  const { actor } = ctx;
  if (actor.kind !== 'user') return seeOther(paths.login(paths.billingBack));
  await syncAfterPortal({ ...ctx, actor });
  return seeOther(paths.dashboard);
});
