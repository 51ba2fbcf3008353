import { buttonClass } from '#components/ui/actions/button.tsx';
import { checkDay, type FilterField } from '../../_components/lists/filters/fields.ts';
import { FilterChips } from '../../_components/lists/filters/filter-chips.tsx';
import { FilterPicker } from '../../_components/lists/filters/filter-picker.tsx';
import { FILTER_LABELS, FILTER_NAMES, filterQuery, type AuditView, type FilterName } from './audit-query.ts';
import { FIRST_PAGE, NO_FILTERS, type AuditChange } from './audit-view.ts';

type AuditFiltersProps = {
  view: AuditView;
  actions: readonly string[];
  go: (change: AuditChange) => void;
  href: (change: AuditChange) => string;
};

const KINDS = ['anonymous', 'subscriber', 'admin', 'server', 'system'];

/** The filters of the audit log, all in the URL. Active ones are shown below as chips. */
export function AuditFilters({ view, actions, go, href }: AuditFiltersProps) {
  const fields = fieldsOf(actions);
  const without = (name: FilterName): AuditChange => ({ [name]: null, ...FIRST_PAGE });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <FilterPicker fields={fields} values={view} onChoose={(name, value) => go({ [name]: value, ...FIRST_PAGE })} />
        <a
          href={`/admin/api/audit/export?${filterQuery(view)}`}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          Export CSV
        </a>
      </div>
      <FilterChips fields={fields} values={view} without={without} all={NO_FILTERS} go={go} href={href} />
    </div>
  );
}

function fieldsOf(actions: readonly string[]): FilterField<FilterName>[] {
  const day = { placeholder: '2026-11-24', check: checkDay };
  const more: Partial<Record<FilterName, Partial<FilterField>>> = {
    action: { placeholder: 'user.blocked', suggestions: actions },
    actor: { placeholder: 'Email or id', suggestions: KINDS },
    target: { placeholder: 'Email, key, id' },
    from: day,
    to: day,
  };
  return FILTER_NAMES.map((name) => ({ name, label: FILTER_LABELS[name], ...more[name] }) as FilterField<FilterName>);
}
