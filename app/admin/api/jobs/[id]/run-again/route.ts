import { IdParams, NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { runJobAgain } from '#lib/jobs/service.ts';

export const POST = route({ access: 'admin', params: IdParams, body: NoInput }, async ({ ctx, params }) => ({
  status: 'ok',
  ...(await runJobAgain(ctx, params.id)),
}));
