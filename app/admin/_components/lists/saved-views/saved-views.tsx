'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { classNames } from '#components/ui/look/class-names.ts';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import type { SavedList } from '#lib/admin/saved-views/schema.ts';
import type { SavedViewView } from '#lib/admin/saved-views/views.ts';
import { DeleteViewDialog } from './delete-view-dialog.tsx';
import { NameViewDialog } from './name-view-dialog.tsx';
import { savedQuery, type ViewValues } from './saved-query.ts';
import { useSavedViews, type Named } from './use-saved-views.ts';

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
