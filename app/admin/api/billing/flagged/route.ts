import { listFlagged } from '#lib/billing/overview/review-queue.ts';
import { FlaggedListView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List billing problems that need an admin', answer: FlaggedListView },
  ({ ctx }) => listFlagged(ctx),
);
