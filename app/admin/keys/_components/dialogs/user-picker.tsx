'use client';

import { Breakable } from '#components/ui/data/breakable.tsx';
import { useId, useState } from 'react';
import type { AdminUserView } from '#lib/users/views.ts';
import { SearchedChoices } from '../../../_components/lists/searched-choices.tsx';
import { useSettled } from '../../../_components/lists/use-settled.ts';
import { useUserSearch } from '../list/use-keys.ts';

type UserPickerProps = { chosen: string | null; onChoose: (id: string | null) => void };

/** Picks a user by email. Typing in the search narrows the list and clears the choice. */
export function UserPicker({ chosen, onChoose }: UserPickerProps) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useUserSearch(useSettled(search.trim(), search));
  return (
    <SearchedChoices
      legend="User"
      label="Find a user"
      type="search"
      placeholder="Email"
      search={search}
      onSearch={(text) => {
        setSearch(text);
        onChoose(null);
      }}
      failure={error?.message}
      onRetry={() => void refetch()}
    >
      {data ? (
        <Users users={data.users} chosen={chosen} onChoose={onChoose} hasMore={data.next_cursor !== null} />
      ) : null}
    </SearchedChoices>
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
              <span className="min-w-0 wrap-anywhere">
                <Breakable text={email ?? ''} />
              </span>
            </label>
          </li>
        ))}
        {!withEmail.length && <li className="px-3 py-4 text-small text-muted">No user has such an email.</li>}
      </ul>
      {hasMore && <p className="text-small text-muted">There are more. Search to find them.</p>}
    </div>
  );
}
