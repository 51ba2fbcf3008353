import { putAside } from '#lib/admin/inbox/put-aside.ts';
import { PutAsideInput } from '#lib/admin/inbox/schema.ts';
import { PutAsideView } from '#lib/admin/inbox/views.ts';
import { route } from '#lib/routes/route.ts';

export const POST = route(
  {
    access: 'admin',
    summary: 'Put an entry of the inbox aside, for all admins',
    body: PutAsideInput,
    answer: PutAsideView,
    refuses: ['not_found'],
  },
  ({ ctx, body }) => putAside(ctx, body),
);
