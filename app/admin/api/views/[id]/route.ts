import { deleteSavedView, renameSavedView } from '#lib/admin/saved-views/saved-views.ts';
import { SavedViewName } from '#lib/admin/saved-views/schema.ts';
import { SavedViewView } from '#lib/admin/saved-views/views.ts';
import { IdParams } from '#lib/auth/schema.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const PUT = route(
  {
    access: 'admin',
    summary: 'Rename a saved view',
    params: IdParams,
    body: SavedViewName,
    answer: SavedViewView,
    refuses: ['invalid', 'not_found'],
  },
  ({ ctx, params, body }) => renameSavedView(ctx, params.id, body),
);
export const DELETE = route(
  { access: 'admin', summary: 'Delete a saved view', params: IdParams, answer: DoneView },
  async ({ ctx, params }) => {
    await deleteSavedView(ctx, params.id);
    return { status: 'ok' };
  },
);
