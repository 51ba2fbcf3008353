import { bringBack } from '#lib/admin/inbox/put-aside.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const DELETE = route(
  { access: 'admin', summary: 'Bring an entry of the inbox back', params: IdParams, answer: DoneView },
  ({ ctx, params }) => bringBack(ctx, params),
);
