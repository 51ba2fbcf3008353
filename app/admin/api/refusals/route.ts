import { listRefusals } from '#lib/hash-reports/refusals.ts';
import { RefusalQuery } from '#lib/hash-reports/schema.ts';
import { RefusalListView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'List the hashes that hosts do not learn again',
    details: '`q` is the beginning of a digest.',
    query: RefusalQuery,
    answer: RefusalListView,
  },
  ({ ctx, query }) => listRefusals(ctx, query),
);
