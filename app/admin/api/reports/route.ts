import { listDesk } from '#lib/hash-reports/desk.ts';
import { DeskQuery } from '#lib/hash-reports/schema.ts';
import { DeskListView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List the reports of hashes', query: DeskQuery, answer: DeskListView },
  ({ ctx, query }) => listDesk(ctx, query),
);
