import { getOwnReport } from '#lib/hash-reports/queries.ts';
import { ReportParams } from '#lib/hash-reports/schema.ts';
import { ReportView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'usage-token',
    summary: 'Read a report of a hash with a usage token',
    params: ReportParams,
    answer: ReportView,
    refuses: ['forbidden', 'not_found'],
  },
  ({ ctx, params }) => getOwnReport(ctx, params.id),
);
