import { IdParams } from '#lib/auth/schema.ts';
import { endSession, signedOutHeaders } from '#lib/auth/session/sessions.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const DELETE = route(
  { access: 'user', summary: 'End one of your sessions', params: IdParams, answer: DoneView },
  async ({ ctx, params }) => {
    const { isCurrent } = await endSession(ctx, params.id);
    return Response.json({ status: 'ok' }, isCurrent ? { headers: signedOutHeaders() } : {});
  },
);
