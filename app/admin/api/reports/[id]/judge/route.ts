import { judgeReport } from '#lib/hash-reports/judge.ts';
import { JudgeInput, ReportParams } from '#lib/hash-reports/schema.ts';
import { DeskReport } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Judge a report of a hash',
    details:
      'Remove: all hosts remove it and do not learn it again for a year; other open reports of the hash are settled with it. ' +
      'Keep and ask: the reporter reads the reason. After a 409, `report` is what another admin has decided.',
    params: ReportParams,
    body: JudgeInput,
    answer: DeskReport,
    refuses: ['not_found', 'conflict'],
  },
  ({ ctx, params, body }) => judgeReport(ctx, params.id, body),
);
