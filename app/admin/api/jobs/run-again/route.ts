import { RunQueueAgainInput } from '#lib/jobs/schema.ts';
import { runQueueAgain } from '#lib/jobs/service.ts';
import { RunAgainView } from '#lib/jobs/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Run all failed jobs of a queue again',
    body: RunQueueAgainInput,
    answer: RunAgainView,
  },
  async ({ ctx, body }) => ({
    status: 'ok',
    ...(await runQueueAgain(ctx, body)),
  }),
);
