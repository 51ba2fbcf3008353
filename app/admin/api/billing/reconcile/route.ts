import { requestReconcile } from '#lib/billing/reconcile/admin-sync.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  { access: 'admin', summary: 'Start a reconciliation of everything with Stripe', answer: DoneView },
  ({ ctx }) => requestReconcile(ctx),
);
