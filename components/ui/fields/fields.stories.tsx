import { useId, useState } from 'react';
import { InARow } from '#components/stories/row.tsx';
import { LONG_WORD } from '#components/stories/stub-server.tsx';
import { Checkbox } from './checkbox.tsx';
import { describedBy, Field } from './field.tsx';
import { Input } from './input.tsx';
import { RadioGroup } from './radio-group.tsx';
import { SearchField } from './search-field.tsx';
import { Segmented } from './segmented.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { Textarea } from './textarea.tsx';

export default { title: 'ui/Fields' };

const RANKS = [
  { value: '0', label: '0: no limits' },
  { value: '50', label: '50: medium' },
  { value: '90', label: '90: premium' },
];
const TYPES = [
  { value: 'confidential', label: 'Confidential', hint: 'Runs on a server and can keep a secret.' },
  { value: 'public', label: 'Public', hint: 'Runs in a browser or on a phone; it must use PKCE.' },
];
const PERIODS = [
  { value: '24h', label: '24 hours' },
  { value: '168h', label: '7 days' },
  { value: '720h', label: '30 days' },
] as const;

export const Inputs = () => (
  <div className="space-y-4">
    <Labelled label="Description" placeholder="mx1.example.com" />
    <Labelled label="Email" defaultValue={LONG_WORD} />
    <Labelled label="Customer id" defaultValue="cus_QXg1o8vWZ" disabled />
    <Labelled label="Daily limit" hint="Requests a day. Empty: the plan's own." error="Must be a whole number" />
    <Textarea aria-label="Notes" defaultValue="Pays by invoice." />
  </div>
);

export const Selects = () => (
  <InARow>
    <Select aria-label="Rank" options={RANKS} defaultValue="50" />
    <Select aria-label="Rank filter" options={RANKS} isCompact />
    <Select aria-label="Fixed rank" options={RANKS} disabled />
  </InARow>
);

export const Checkboxes = () => (
  <InARow>
    <Checkbox aria-label="Off" />
    <Checkbox aria-label="On" defaultChecked />
    <Checkbox aria-label="Some" isIndeterminate />
    <Checkbox aria-label="Invalid" aria-invalid="true" />
    <Checkbox aria-label="Disabled" disabled defaultChecked />
  </InARow>
);

export const Switches = () => (
  <InARow>
    <Switch aria-label="Show deleted keys" />
    <Switch aria-label="Admin" defaultChecked />
    <Switch aria-label="Blocked" disabled />
    <Switch aria-label="Verified" disabled defaultChecked />
  </InARow>
);

export function Radios() {
  const [type, setType] = useState('confidential');
  return (
    <div className="space-y-4">
      <RadioGroup legend="Type" options={TYPES} value={type} onChange={setType} />
      <RadioGroup legend="Type of an existing client" options={TYPES} defaultValue="public" disabled />
    </div>
  );
}

export function Search() {
  const [search, setSearch] = useState('mx1');
  return (
    <>
      <SearchField label="Search keys" value={search} onChange={setSearch} placeholder="Description, email or key" />
      <p>Searched: {search || 'nothing'}</p>
    </>
  );
}

export function Periods() {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('24h');
  return <Segmented legend="Period" options={PERIODS} value={period} onChange={setPeriod} />;
}

type LabelledProps = React.ComponentProps<'input'> & { label: string; hint?: string; error?: string };

function Labelled({ label, hint, error, ...props }: LabelledProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Input id={id} aria-invalid={Boolean(error)} aria-describedby={describedBy(id, { hint, error })} {...props} />
    </Field>
  );
}
