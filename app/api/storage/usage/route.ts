import { route } from '#lib/routes/route.ts';
import { recordUsageReport } from '#lib/usage/ingest/record-report.ts';
import { MAX_REPORT_BYTES, UsageReportInput } from '#lib/usage/schema.ts';
import { UsageReportView } from '#lib/usage/views.ts';

export const POST = route(
  {
    access: 'server',
    summary: 'Report the usage counts of a storage server',
    details: 'At most 5,000 rows and 1 MB. A repeated sequence counts once; with a different body it is refused.',
    body: UsageReportInput,
    bodyLimit: MAX_REPORT_BYTES,
    answer: UsageReportView,
    refuses: ['invalid', 'conflict'],
  },
  ({ ctx, body }) => recordUsageReport(ctx, body),
);
