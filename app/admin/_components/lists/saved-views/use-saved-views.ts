'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApiForm } from '#components/form/use-api-form.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { SavedViewName, type SavedList } from '#lib/admin/saved-views/schema.ts';
import type { SavedViewView } from '#lib/admin/saved-views/views.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { SAVED_VIEWS } from './saved-query.ts';

export const useSavedViews = (list: SavedList) =>
  useQuery({
    queryKey: [...SAVED_VIEWS, list],
    queryFn: () => asAdmin(callApi('GET /admin/api/views', { query: { list } })),
    select: ({ views }) => views,
  });

export function useReloadSavedViews(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: SAVED_VIEWS });
}

/** What gets the name: a new view of this query, or an existing view. */
export type Named = { list: SavedList; query: string } | { view: SavedViewView };

/** The form that saves a new view, or renames an existing one. */
export function useNameView(named: Named, onDone: () => void) {
  const reload = useReloadSavedViews();
  return useApiForm(SavedViewName, async ({ name }) => {
    await asAdmin(
      'view' in named
        ? callApi('PUT /admin/api/views/{id}', { params: { id: named.view.id }, body: { name } })
        : callApi('POST /admin/api/views', { body: { ...named, name } }),
    );
    toast.success('view' in named ? 'View renamed.' : 'View saved.');
    onDone();
    await reload();
  });
}

export const deleteView = (id: string) => asAdmin(callApi('DELETE /admin/api/views/{id}', { params: { id } }));
