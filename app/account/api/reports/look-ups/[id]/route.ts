import { getLookUp } from '#lib/hash-reports/look-up.ts';
import { ReportParams } from '#lib/hash-reports/schema.ts';
import { LookUpView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Read what the storage hosts say about a hash',
    params: ReportParams,
    answer: LookUpView,
    refuses: ['not_found'],
  },
  ({ ctx, params }) => getLookUp(ctx, params.id),
);
