import { route } from '#lib/http/route.ts';
import { recordUsageReport } from '#lib/usage/record-report.ts';
import { MAX_REPORT_BYTES, UsageReportInput } from '#lib/usage/schema.ts';

export const POST = route({ access: 'server', body: UsageReportInput, bodyLimit: MAX_REPORT_BYTES }, ({ ctx, body }) =>
  recordUsageReport(ctx, body),
);
