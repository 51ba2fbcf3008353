'use client';

import { useWatch } from 'react-hook-form';
import { useState } from 'react';
import { SelectField } from '#components/form/select-field.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { TextField, useField } from '#components/form/text-field.tsx';
import { TextareaField } from '#components/form/textarea-field.tsx';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { shorten } from '#lib/base/text/format.ts';
import type { UnassociatedKeyRow } from '#lib/fuzzy-keys/views.ts';
import type { Counted } from '#lib/http/list-query.ts';
import { SearchedChoices } from '../../lists/searched-choices.tsx';
import { useSettled } from '../../lists/use-settled.ts';
import { useUnassociatedKeys } from '../list/use-users.ts';
import { texts } from '../list/user-texts.ts';

/** The ranks that docs/product.md lists. */
const RANKS = [
  { value: '0', label: '0 – no limits' },
  { value: '10', label: '10 – no ratelimit and no FUZZY_PLUS' },
  { value: '20', label: '20 – light' },
  { value: '50', label: '50 – medium' },
  { value: '75', label: '75 – high' },
  { value: '90', label: '90 – premium' },
];

/** The key of a new user: an existing one without an owner, or a new one with rank, limit and notes. */
export function KeyFields() {
  const isExisting: unknown = useWatch({ name: 'use_existing_key' });
  return (
    <>
      <SwitchField name="use_existing_key" label="Use an existing key" hint="Give this user a key without an owner." />
      {isExisting === true && <KeyPicker />}
      {/* Hidden, not unmounted, so that the typed values are kept when the switch is turned back. */}
      <div hidden={isExisting === true} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField name="rank" label="Rank" options={RANKS} defaultValue="50" />
          <TextField
            name="daily_limit"
            label="Daily limit"
            hint="Requests a day. Leave empty to use the rank’s limit."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <TextField
          name="custom_key"
          label="Custom key"
          hint="A 52-character public key that the user brings. Leave empty to generate one."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
        <TextareaField name="notes" label="Notes" hint="For admins only." />
      </div>
    </>
  );
}

const SHOWN = 12;

/** Picks a key that has no owner. A search narrows the list. */
function KeyPicker() {
  const [search, setSearch] = useState('');
  const settled = useSettled(search, search);
  const { data, error, refetch } = useUnassociatedKeys(settled.trim());
  return (
    <SearchedChoices
      legend="Existing key"
      label="Find a key"
      placeholder="Description, email or public key"
      search={search}
      onSearch={setSearch}
      failure={error ? texts.keysFailed : undefined}
      onRetry={() => void refetch()}
    >
      {data ? <Keys keys={data.keys} counted={data} isSearched={settled !== ''} /> : null}
    </SearchedChoices>
  );
}

type KeysProps = { keys: readonly UnassociatedKeyRow[]; counted: Counted; isSearched: boolean };

function Keys({ keys, counted: { total, total_is_capped: isCapped }, isSearched }: KeysProps) {
  const { id, error, props } = useField('selected_key');
  const more = total - keys.length;
  return (
    <div className="space-y-1.5">
      <ul className="max-h-56 divide-y overflow-y-auto rounded-md border">
        {keys.map((key) => (
          <li key={key.public_key}>
            <label className="flex cursor-pointer items-start gap-2.5 px-3 py-2 text-small hover:bg-sunken">
              <input type="radio" className="tick-box" {...props} id={undefined} value={key.public_key} />
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-medium">{key.description}</span>
                <span className="text-muted">
                  <code className="font-mono">{shorten(key.public_key, SHOWN)}</code>, rank {key.rank}
                  {key.email && `, ${key.email}`}
                  {key.is_suspended && ', suspended until it is assigned'}
                </span>
              </span>
            </label>
          </li>
        ))}
        {!keys.length && (
          <li className="px-3 py-4 text-small text-muted">
            {isSearched ? 'No such key is free.' : 'Every key has an owner.'}
          </li>
        )}
      </ul>
      {more > 0 && (
        <p className="text-small text-muted">
          {isCapped && 'More than '}
          {more} more. Search to find them.
        </p>
      )}
      <FieldTexts id={id} error={error} />
    </div>
  );
}
