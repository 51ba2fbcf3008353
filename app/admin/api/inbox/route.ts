import { getInbox } from '#lib/admin/inbox/inbox.ts';
import { InboxQuery } from '#lib/admin/inbox/schema.ts';
import { InboxView } from '#lib/admin/inbox/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List what needs a decision', query: InboxQuery, answer: InboxView },
  ({ ctx, query }) => getInbox(ctx, query),
);
