import { answerQuestion } from '#lib/hash-reports/report.ts';
import { AnswerInput, ReportParams } from '#lib/hash-reports/schema.ts';
import { ReportView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'user',
    summary: "Answer the desk's question about your report",
    params: ReportParams,
    body: AnswerInput,
    answer: ReportView,
    refuses: ['not_found', 'conflict'],
  },
  ({ ctx, params, body }) => answerQuestion(ctx, params.id, body),
);
