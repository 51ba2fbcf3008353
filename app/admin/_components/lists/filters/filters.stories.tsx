import { useState } from 'react';
import { checkDay, type FilterField } from './fields.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPicker } from './filter-picker.tsx';

export default { title: 'admin/Filters' };

type Name = 'status' | 'role' | 'from';
type Values = Record<Name, string | null>;

const FIELDS: readonly FilterField<Name>[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'blocked', label: 'Blocked' },
    ],
  },
  { name: 'role', label: 'Role', options: [{ value: 'true', label: 'Admin' }] },
  { name: 'from', label: 'From', placeholder: '2026-11-24', check: checkDay },
];
const NONE: Values = { status: null, role: null, from: null };

function Story({ start }: { start: Partial<Values> }) {
  const [values, setValues] = useState<Values>({ ...NONE, ...start });
  const go = (change: Partial<Values>) => setValues({ ...values, ...change });
  return (
    <div className="space-y-3">
      <FilterPicker fields={FIELDS} values={values} onChoose={(name, value) => go({ [name]: value })} />
      <FilterChips
        fields={FIELDS}
        values={values}
        without={(name): Partial<Values> => ({ [name]: null })}
        all={NONE}
        go={go}
        href={() => '#'}
      />
    </div>
  );
}

export const None = () => <Story start={{}} />;
export const InForce = () => <Story start={{ status: 'blocked', from: '2026-11-01' }} />;
