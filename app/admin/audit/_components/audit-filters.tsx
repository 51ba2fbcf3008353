import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { Field } from '#components/ui/fields/field.tsx';
import { Input } from '#components/ui/fields/input.tsx';
import { Chip } from '#components/ui/navigation/chip.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { FIRST_PAGE } from '../../_components/lists/keyset-pages.ts';
import { FILTER_LABELS, FILTER_NAMES, filterQuery, type AuditView, type FilterName } from './audit-query.ts';
import { NO_FILTERS, type AuditChange } from './audit-view.ts';

type AuditFiltersProps = {
  view: AuditView;
  actions: readonly string[];
  go: (change: AuditChange) => void;
  href: (change: AuditChange) => string;
};

const FIELDS: readonly { name: FilterName; placeholder?: string; type?: string }[] = [
  { name: 'actor', placeholder: 'Email or id' },
  { name: 'target', placeholder: 'Email, key, id' },
  { name: 'action', placeholder: 'user.blocked' },
  { name: 'from', type: 'date' },
  { name: 'to', type: 'date' },
  { name: 'ip' },
  { name: 'request_id' },
];

/** The filters of the audit log, all in the URL. Active ones are shown below as chips. */
export function AuditFilters({ view, actions, go, href }: AuditFiltersProps) {
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const filters = FILTER_NAMES.map((name) => [name, textOf(data.get(name))]);
    go({ ...(Object.fromEntries(filters) as Record<FilterName, string | null>), ...FIRST_PAGE });
  };
  return (
    <form aria-label="Audit log filters" onSubmit={submit} className="space-y-3">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] items-end gap-3 *:min-w-0">
        {FIELDS.map(({ name, ...input }) => (
          <Field key={name} id={`audit-${name}`} label={FILTER_LABELS[name]}>
            <Input
              id={`audit-${name}`}
              name={name}
              defaultValue={view[name] ?? ''}
              list={name === 'action' ? 'audit-actions' : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...input}
            />
          </Field>
        ))}
        <div className="col-span-2 flex gap-2">
          <Button type="submit">Apply</Button>
          <a
            href={`/admin/api/audit/export?${filterQuery(view)}`}
            download
            className={buttonClass({ variant: 'secondary' })}
          >
            Export CSV
          </a>
        </div>
      </div>
      <datalist id="audit-actions">
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <Chips view={view} go={go} href={href} />
    </form>
  );
}

const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' && value.trim()) || null;

function Chips({ view, go, href }: Omit<AuditFiltersProps, 'actions'>) {
  const given = FILTER_NAMES.flatMap((name) => (view[name] ? [{ name, value: view[name] }] : []));
  if (!given.length) return null;
  return (
    <div role="group" aria-label="In force" className="flex flex-wrap items-center gap-2">
      {given.map(({ name, value }) => {
        const change = { [name]: null, ...FIRST_PAGE };
        return (
          <Chip
            key={name}
            label={FILTER_LABELS[name]}
            value={value}
            href={href(change)}
            onNavigate={() => go(change)}
          />
        );
      })}
      <StateLink
        href={href(NO_FILTERS)}
        onNavigate={() => go(NO_FILTERS)}
        className="rounded-sm px-1 text-small underline"
      >
        Clear all
      </StateLink>
    </div>
  );
}
