import { route } from '#lib/http/route.ts';
import { recordUsageReport } from '#lib/usage/record-report.ts';
import { MAX_REPORT_BYTES, UsageReportInput } from '#lib/usage/schema.ts';
import { UsageReportView } from '#lib/usage/views.ts';

export const POST = route(
  {
    access: 'server',
    summary: 'Report what a storage server counted',
    details: 'At most 5 000 rows and 1 MB. The same sequence again is counted once, with another body it is refused.',
    body: UsageReportInput,
    bodyLimit: MAX_REPORT_BYTES,
    answer: UsageReportView,
    refuses: ['invalid', 'conflict'],
  },
  ({ ctx, body }) => recordUsageReport(ctx, body),
);
