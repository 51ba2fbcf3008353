'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/base/paths.ts';
import { ROLE_NAMES } from './role-names.ts';

/** For a person with more than one account: which one this browser acts for, and the way to another. */
export function AccountSwitch() {
  const { data } = useQuery({ queryKey: ['accounts'], queryFn: () => orLogin(callApi('GET /account/api/accounts')) });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (account_id: string) => orLogin(callApi('PUT /account/api/accounts', { body: { account_id } })),
    onSuccess: () => window.location.assign(paths.dashboard),
  });
  if (!data || data.accounts.length < 2) return null;
  return (
    <Acts>
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
      <ul aria-label="Your accounts" className="divide-y rounded-md border">
        {data.accounts.map(({ id, name, role, is_current: isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="text-small text-muted">{ROLE_NAMES[role]}</span>
            </span>
            {isCurrent ? (
              <Badge tone="info">This browser</Badge>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Switch to ${name}`}
                aria-disabled={isPending}
                onClick={() => !isPending && mutate(id)}
              >
                Switch
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Acts>
  );
}
