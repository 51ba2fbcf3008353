import { listFlagged } from '#lib/billing/flagged.ts';
import { FlaggedListView } from '#lib/billing/views.ts';
import { route } from '#lib/http/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List what in billing an admin must look at', answer: FlaggedListView },
  ({ ctx }) => listFlagged(ctx),
);
