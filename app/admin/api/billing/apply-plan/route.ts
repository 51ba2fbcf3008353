import { SyncInput } from '#lib/billing/schema.ts';
import { applyPlan } from '#lib/billing/sync/admin-values.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: "Give a subscription's key the values of its plan",
    details: 'Replaces the rank, rate, quantity and flags that an admin set.',
    body: SyncInput,
    answer: DoneView,
    refuses: ['not_found', 'conflict'],
  },
  ({ ctx, body }) => applyPlan(ctx, body),
);
