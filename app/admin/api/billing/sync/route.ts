import { syncNow } from '#lib/billing/reconcile/admin-sync.ts';
import { SyncInput } from '#lib/billing/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Sync one subscription with Stripe immediately',
    body: SyncInput,
    answer: DoneView,
    refuses: ['not_found'],
  },
  ({ ctx, body }) => syncNow(ctx, body),
);
