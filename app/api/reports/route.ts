import { createReport } from '#lib/hash-reports/report.ts';
import { TokenReportInput } from '#lib/hash-reports/schema.ts';
import { ReportView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'usage-token',
    summary: 'Report a hash with a usage token',
    details: 'Its owner must have let the token report when it was created.',
    body: TokenReportInput,
    answer: ReportView,
    refuses: ['forbidden', 'conflict'],
  },
  ({ ctx, body }) => createReport(ctx, { ...body, pasted: '' }),
);
