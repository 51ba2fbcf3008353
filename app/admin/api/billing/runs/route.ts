import { listRuns } from '#lib/billing/revenue/runs.ts';
import { RunListView } from '#lib/billing/revenue/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List the last runs of verify, sweep and reconcile', answer: RunListView },
  ({ ctx }) => listRuns(ctx),
);
