import { IdParams, NoInput } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';
import { revokeUsageToken } from '#lib/usage-tokens/service.ts';

export const DELETE = route(
  { access: 'user', summary: 'Revoke a usage token', params: IdParams, body: NoInput, answer: DoneView },
  async ({ ctx, params }) => {
    await revokeUsageToken(ctx, params.id);
    return { status: 'ok' };
  },
);
