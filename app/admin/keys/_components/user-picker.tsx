'use client';

import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import type { AdminUserView } from '#lib/users/schema.ts';
import { useSettled } from '../../_components/use-settled.ts';
import { useUserSearch } from './use-keys.ts';

type UserPickerProps = { chosen: string | null; onChoose: (id: string | null) => void };

/** Chooses a user by email; a search narrows the list, and takes back a choice that it hides. */
export function UserPicker({ chosen, onChoose }: UserPickerProps) {
  const searchId = useId();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useUserSearch(useSettled(search.trim(), search));
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">User</legend>
      <Field id={searchId} label="Find a user">
        <Input
          id={searchId}
          type="search"
          value={search}
          placeholder="Email"
          autoComplete="off"
          onChange={(event) => {
            setSearch(event.target.value);
            onChoose(null);
          }}
          // Enter here means the search, not the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      {data ? (
        <Users users={data.users} chosen={chosen} onChoose={onChoose} hasMore={data.next_cursor !== null} />
      ) : error ? (
        <p role="alert" className="flex items-center justify-between gap-3 text-small text-red">
          {error.message}
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

type UsersProps = UserPickerProps & { users: readonly AdminUserView[]; hasMore: boolean };

function Users({ users, chosen, onChoose, hasMore }: UsersProps) {
  const name = useId();
  const withEmail = users.filter(({ email }) => email !== null);
  return (
    <div className="space-y-1.5">
      <ul className="max-h-56 divide-y overflow-y-auto rounded-md border">
        {withEmail.map(({ id, email }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-start gap-2.5 px-3 py-2 text-small hover:bg-sunken">
              <input
                type="radio"
                name={name}
                className="tick-box"
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
              />
              <span className="min-w-0 wrap-anywhere">{email}</span>
            </label>
          </li>
        ))}
        {!withEmail.length && <li className="px-3 py-4 text-small text-muted">No user has such an email.</li>}
      </ul>
      {hasMore && <p className="text-small text-muted">There are more. Search to find them.</p>}
    </div>
  );
}
