import { listFlagged } from '#lib/billing/flagged.ts';
import { FlaggedListView } from '#lib/billing/views.ts';
import { route } from '#lib/http/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List billing problems that need an admin', answer: FlaggedListView },
  ({ ctx }) => listFlagged(ctx),
);
