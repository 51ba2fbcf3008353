import { Keyboard } from 'lucide-react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Menu, MenuChoices } from '#components/ui/overlays/menu.tsx';
import { FilterChips } from '../../lists/filters/filter-chips.tsx';
import { FilterPicker } from '../../lists/filters/filter-picker.tsx';
import { FIELDS, labelOf, SORTS, type UsersChange, usersList, type UsersView } from './users-list.ts';

const { first } = usersList;

type UsersToolbarProps = {
  view: UsersView;
  search: (text: string) => void;
  go: (change: UsersChange) => void;
  href: (change: UsersChange) => string;
  onShowKeys: () => void;
};

/** Search, filters and sort order, all in the URL. Active ones are shown below as chips. */
export function UsersToolbar({ view, search, go, href, onShowKeys }: UsersToolbarProps) {
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-full sm:basis-44">
          <SearchField
            label="Search users"
            placeholder="Email, notes, user id or API key"
            value={view.search}
            onChange={search}
          />
        </div>
        <FilterPicker fields={FIELDS} values={view} onChoose={(name, value) => go({ [name]: value, ...first })} />
        <Menu label="Sort" text="Sort">
          <MenuChoices label="Order" value={view.sort} options={SORTS} onChoose={(sort) => go({ sort, ...first })} />
        </Menu>
        <a
          href={`/admin/api/users/export?${usersList.listQuery(view)}`}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          Export CSV
        </a>
        <Button
          variant="secondary"
          size="icon"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          aria-haspopup="dialog"
          className="max-sm:hidden"
          onClick={onShowKeys}
        >
          <Keyboard aria-hidden="true" className="size-4" />
        </Button>
      </div>
      <FilterChips
        fields={FIELDS}
        values={view}
        without={(name): UsersChange => ({ [name]: null, ...first })}
        more={
          view.sort === SORTS[0].value
            ? null
            : { label: 'Sort', value: labelOf(SORTS, view.sort), without: { sort: null, ...first } }
        }
        all={{ ...usersList.cleared, sort: null }}
        go={go}
        href={href}
      />
    </div>
  );
}
