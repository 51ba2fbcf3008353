'use client';

import { useState } from 'react';
import { FieldTexts } from '#components/ui/fields/field.tsx';
import { useField } from '#components/form/text-field.tsx';
import { shorten } from '#lib/format.ts';
import type { Counted } from '#lib/http/list-query.ts';
import type { UnassociatedKeyRow } from '#lib/fuzzy-keys/views.ts';
import { SearchedChoices } from '../../lists/searched-choices.tsx';
import { useSettled } from '../../lists/use-settled.ts';
import { useUnassociatedKeys } from '../list/use-users.ts';
import { texts } from '../list/user-texts.ts';

const SHOWN = 12;

/** Picks a key that has no owner. A search narrows the list. */
export function KeyPicker() {
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
