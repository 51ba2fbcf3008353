'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field, FieldTexts } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { useField } from '#components/form/text-field.tsx';
import { shorten } from '#lib/format.ts';
import type { UnassociatedKeyRow } from '#lib/fuzzy-keys/schema.ts';
import { useSettled } from './use-settled.ts';
import { useUnassociatedKeys } from './use-users.ts';
import { texts } from './user-texts.ts';

const SHOWN = 12;

/** Chooses one of the keys that nobody has; a search narrows the list. */
export function KeyPicker() {
  const searchId = useId();
  const [search, setSearch] = useState('');
  const settled = useSettled(search, search);
  const { data, error, refetch } = useUnassociatedKeys(settled.trim());
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">Existing key</legend>
      <Field id={searchId} label="Find a key">
        <Input
          id={searchId}
          value={search}
          placeholder="Description, email or public key"
          autoComplete="off"
          onChange={(event) => setSearch(event.target.value)}
          // Enter here means the search, not the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {data ? (
        <Keys keys={data.keys} total={data.total} isSearched={settled !== ''} />
      ) : error ? (
        <p role="alert" className="flex items-center justify-between gap-3 text-small text-red">
          {texts.keysFailed}
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        <SkeletonText lines={3} />
      )}
    </fieldset>
  );
}

type KeysProps = { keys: readonly UnassociatedKeyRow[]; total: number; isSearched: boolean };

function Keys({ keys, total, isSearched }: KeysProps) {
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
      {more > 0 && <p className="text-small text-muted">{more} more. Search to find them.</p>}
      <FieldTexts id={id} error={error} />
    </div>
  );
}
