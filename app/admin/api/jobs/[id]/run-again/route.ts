import { IdParams, NoInput } from '#lib/auth/schema.ts';
import { runJobAgain } from '#lib/jobs/service.ts';
import { RunAgainView } from '#lib/jobs/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  { access: 'admin', summary: 'Run a failed job again', params: IdParams, body: NoInput, answer: RunAgainView },
  async ({ ctx, params }) => ({
    status: 'ok',
    ...(await runJobAgain(ctx, params.id)),
  }),
);
