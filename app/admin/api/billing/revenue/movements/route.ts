import { listMovements, MovementQuery } from '#lib/billing/revenue/movements.ts';
import { MovementListView } from '#lib/billing/revenue/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'List movements of the revenue ledger, newest first',
    query: MovementQuery,
    answer: MovementListView,
  },
  ({ ctx, query }) => listMovements(ctx, query),
);
