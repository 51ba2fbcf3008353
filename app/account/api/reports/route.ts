import { listOwnReports } from '#lib/hash-reports/queries.ts';
import { createReport } from '#lib/hash-reports/report.ts';
import { ReportInput } from '#lib/hash-reports/schema.ts';
import { ReportListView, ReportView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'List your reports of hashes', details: 'The newest 100.', answer: ReportListView },
  ({ ctx }) => listOwnReports(ctx),
);
export const POST = route(
  {
    access: 'user',
    summary: 'Report a hash that should not be on a list',
    details: 'Needs an API key or a subscription. An admin reads it; nothing is removed before.',
    body: ReportInput,
    answer: ReportView,
    refuses: ['forbidden', 'conflict'],
  },
  ({ ctx, body }) => createReport(ctx, body),
);
