'use client';

import { useId, useState } from 'react';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { describedBy, Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { SearchField } from '#components/ui/search-field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { Textarea } from '#components/ui/textarea.tsx';
import { Line, Sample } from './sample.tsx';
import { LONG_WORD } from './samples.ts';

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

export function Fields() {
  return (
    <>
      <Sample name="input: plain, filled, long, disabled, hint and error">
        <div className="space-y-4">
          <Labelled label="Description" placeholder="mx1.example.com" />
          <Labelled label="Email" defaultValue={LONG_WORD} />
          <Labelled label="Customer id" defaultValue="cus_QXg1o8vWZ" disabled />
          <Labelled label="Daily limit" hint="Requests a day. Empty: the plan's own." error="Must be a whole number" />
        </div>
      </Sample>
      <Sample name="select: plain, compact, disabled">
        <Line>
          <Select aria-label="Rank" options={RANKS} defaultValue="50" />
          <Select aria-label="Rank filter" options={RANKS} isCompact />
          <Select aria-label="Fixed rank" options={RANKS} disabled />
        </Line>
      </Sample>
      <Sample name="textarea">
        <Textarea aria-label="Notes" defaultValue="Pays by invoice." />
      </Sample>
      <Choices />
      <Filters />
    </>
  );
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

function Choices() {
  const [type, setType] = useState('confidential');
  return (
    <>
      <Sample name="checkbox: off, on, some, invalid, disabled">
        <Line>
          <Checkbox aria-label="Off" />
          <Checkbox aria-label="On" defaultChecked />
          <Checkbox aria-label="Some" isIndeterminate />
          <Checkbox aria-label="Invalid" aria-invalid="true" />
          <Checkbox aria-label="Disabled" disabled defaultChecked />
        </Line>
      </Sample>
      <Sample name="switch: off, on, disabled">
        <Line>
          <Switch aria-label="Show deleted keys" />
          <Switch aria-label="Admin" defaultChecked />
          <Switch aria-label="Blocked" disabled />
          <Switch aria-label="Verified" disabled defaultChecked />
        </Line>
      </Sample>
      <Sample name="radio group: controlled, disabled">
        <div className="space-y-4">
          <RadioGroup legend="Type" options={TYPES} value={type} onChange={setType} />
          <RadioGroup legend="Type of an existing client" options={TYPES} defaultValue="public" disabled />
        </div>
      </Sample>
    </>
  );
}

function Filters() {
  const [search, setSearch] = useState('mx1.example.com');
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('24h');
  return (
    <>
      <Sample name="search field">
        <SearchField label="Search keys" value={search} onChange={setSearch} placeholder="Description, email or key" />
      </Sample>
      <Sample name="segmented">
        <Segmented legend="Period" options={PERIODS} value={period} onChange={setPeriod} />
      </Sample>
    </>
  );
}
