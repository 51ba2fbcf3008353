import { createSavedView, listSavedViews } from '#lib/admin/saved-views/saved-views.ts';
import { CreateSavedViewInput, SavedViewsQuery } from '#lib/admin/saved-views/schema.ts';
import { SavedViewListView, SavedViewView } from '#lib/admin/saved-views/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List your saved views of a list', query: SavedViewsQuery, answer: SavedViewListView },
  ({ ctx, query }) => listSavedViews(ctx, query),
);
export const POST = route(
  {
    access: 'admin',
    summary: 'Save filters and order of a list',
    body: CreateSavedViewInput,
    answer: SavedViewView,
    refuses: ['invalid', 'conflict'],
  },
  ({ ctx, body }) => createSavedView(ctx, body),
);
