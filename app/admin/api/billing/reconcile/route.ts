import { requestReconcile } from '#lib/billing/mend.ts';
import { route } from '#lib/http/route.ts';
import { DoneView } from '#lib/http/views.ts';

export const POST = route(
  { access: 'admin', summary: 'Start a reconciliation of everything with Stripe', answer: DoneView },
  ({ ctx }) => requestReconcile(ctx),
);
