import { Keyboard } from 'lucide-react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { SearchField } from '#components/ui/fields/search-field.tsx';
import { Chip } from '#components/ui/navigation/chip.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Menu, MenuChoices } from '#components/ui/overlays/menu.tsx';
import { FILTER_NAMES, FILTERS, labelOf, SORTS } from './users-filters.ts';
import { filterQuery, type UsersView } from './users-query.ts';
import { FIRST_PAGE, NO_FILTERS, type ViewChange } from './users-view.ts';

type UsersToolbarProps = {
  view: UsersView;
  search: (text: string) => void;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
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
        <FilterMenu view={view} go={go} />
        <Menu label="Sort" text="Sort">
          <MenuChoices
            label="Order"
            value={view.sort}
            options={SORTS}
            onChoose={(sort) => go({ sort, ...FIRST_PAGE })}
          />
        </Menu>
        <a
          href={`/admin/api/users/export?${filterQuery(view)}`}
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
      <Chips view={view} go={go} href={href} />
    </div>
  );
}

function FilterMenu({ view, go }: Pick<UsersToolbarProps, 'view' | 'go'>) {
  return (
    <Menu label="Filter" text="Filter">
      {FILTER_NAMES.map((name) => (
        <MenuChoices
          key={name}
          label={FILTERS[name].label}
          value={view[name]}
          options={FILTERS[name].options}
          onChoose={(value: string) => go({ [name]: view[name] === value ? null : value, ...FIRST_PAGE })}
        />
      ))}
    </Menu>
  );
}

function Chips({ view, go, href }: Pick<UsersToolbarProps, 'view' | 'go' | 'href'>) {
  const filters = FILTER_NAMES.flatMap((name) => {
    const { label, options } = FILTERS[name];
    return view[name] === null ? [] : [{ name, label, value: labelOf(options, view[name]) }];
  });
  const isSorted = view.sort !== SORTS[0].value;
  if (!filters.length && !isSorted) return null;
  const all = { ...NO_FILTERS, ...FIRST_PAGE, sort: null };
  return (
    <div role="group" aria-label="In force" className="flex flex-wrap items-center gap-2">
      {filters.map(({ name, label, value }) => {
        const change = { [name]: null, ...FIRST_PAGE };
        return <Chip key={name} label={label} value={value} href={href(change)} onNavigate={() => go(change)} />;
      })}
      {isSorted && (
        <Chip
          label="Sort"
          value={labelOf(SORTS, view.sort)}
          href={href({ sort: null, ...FIRST_PAGE })}
          onNavigate={() => go({ sort: null, ...FIRST_PAGE })}
        />
      )}
      <StateLink href={href(all)} onNavigate={() => go(all)} className="rounded-sm px-1 text-small underline">
        Clear all
      </StateLink>
    </div>
  );
}
