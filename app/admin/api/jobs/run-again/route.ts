import { route } from '#lib/http/route.ts';
import { RunQueueAgainInput } from '#lib/jobs/schema.ts';
import { runQueueAgain } from '#lib/jobs/service.ts';

export const POST = route({ access: 'admin', body: RunQueueAgainInput }, async ({ ctx, body }) => ({
  status: 'ok',
  ...(await runQueueAgain(ctx, body)),
}));
