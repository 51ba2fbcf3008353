'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { type SavedList, SavedViewName } from '#lib/admin/saved-views/schema.ts';
import type { SavedViewView } from '#lib/admin/saved-views/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { SAVED_VIEWS, savedQuery, type ViewValues } from './saved-query.ts';

type SavedViewsProps = {
  list: SavedList;
  path: string;
  view: ViewValues;
  /** Shows the list with this query. */
  onOpen: (query: string) => void;
};

type Open = { kind: 'name'; named: Named } | { kind: 'delete'; view: SavedViewView };

/**
 * An admin's saved views of a list as tabs, and a button that saves the current filters and order. Renders nothing if
 * there are neither views nor filters.
 */
export function SavedViews({ list, path, view, onOpen }: SavedViewsProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const views = useSavedViews(list).data ?? [];
  const query = savedQuery(list, view);
  const current = views.find((each) => each.query === query);
  if (!views.length && !query && !open) return null;
  const close = () => setOpen(null);
  const link = (to: string) => ({ href: to ? `${path}?${to}` : path, onNavigate: () => onOpen(to) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b">
      <nav aria-label="Saved views" className="min-w-0">
        <ul className="flex flex-wrap gap-x-4">
          {[{ id: 'all', name: 'All', query: '' }, ...views].map((each) => (
            <li key={each.id} className="flex min-w-0 items-center">
              <StateLink
                {...link(each.query)}
                aria-current={each.query === query ? 'true' : undefined}
                className={classNames(
                  '-mb-px block max-w-56 truncate border-b-2 py-2 text-small -outline-offset-2',
                  each.query === query ? 'border-ink font-medium' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {each.name}
              </StateLink>
              {each === current && (
                <Menu label={`Actions for the view ${each.name}`}>
                  <MenuItem onSelect={() => setOpen({ kind: 'name', named: { view: each } })}>Rename</MenuItem>
                  <MenuItem isDanger onSelect={() => setOpen({ kind: 'delete', view: each })}>
                    Delete
                  </MenuItem>
                </Menu>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {query && !current && (
        <Button
          variant="quiet"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => setOpen({ kind: 'name', named: { list, query } })}
        >
          Save view
        </Button>
      )}
      {open?.kind === 'name' && <NameViewDialog named={open.named} onClose={close} />}
      {open?.kind === 'delete' && <DeleteViewDialog view={open.view} onClose={close} />}
    </div>
  );
}

/** Asks before a view is deleted. */
function DeleteViewDialog({ view: { id, name }, onClose }: { view: SavedViewView; onClose: () => void }) {
  const reload = useReloadSavedViews();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteView(id),
    onSuccess: async () => {
      toast.success('View deleted.');
      onClose();
      await reload();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete the view “${name}”?`}
      text="The list stays as it is. You can save the view again."
      confirmText="Delete view"
      busyText="Deleting..."
      isBusy={isPending}
      error={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/** Asks for the name of a new view, or for another name of an existing one. */
function NameViewDialog({ named, onClose }: { named: Named; onClose: () => void }) {
  const api = useNameView(named, onClose);
  const isNew = !('view' in named);
  return (
    <FormDialog
      title={isNew ? 'Save view' : 'Rename view'}
      description={isNew ? 'Keeps the filters and the order of this list under a name. Only you see it.' : undefined}
      onClose={onClose}
      api={api}
      action="/admin/api/views"
      submitText="Save"
      busyText="Saving..."
    >
      {api.failure?.fields['query'] && <FailureAlert failure={api.failure} text={api.failure.fields['query']} />}
      <TextField
        name="name"
        label="Name"
        defaultValue={isNew ? undefined : named.view.name}
        autoComplete="off"
        maxLength={40}
        required
      />
    </FormDialog>
  );
}

const useSavedViews = (list: SavedList) =>
  useQuery({
    queryKey: [...SAVED_VIEWS, list],
    queryFn: () => asAdmin(callApi('GET /admin/api/views', { query: { list } })),
    select: ({ views }) => views,
  });

function useReloadSavedViews(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: SAVED_VIEWS });
}

/** What gets the name: a new view of this query, or an existing view. */
type Named = { list: SavedList; query: string } | { view: SavedViewView };

/** The form that saves a new view, or renames an existing one. */
function useNameView(named: Named, onDone: () => void) {
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

const deleteView = (id: string) => asAdmin(callApi('DELETE /admin/api/views/{id}', { params: { id } }));
