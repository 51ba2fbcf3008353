'use client';

import { useMutation } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';

/** Joins the account after a fresh login, and opens its dashboard. */
export function AcceptInvitation({ token, text }: { token: string; text: string }) {
  const run = useSensitiveAction();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => run(() => callApi('POST /account/api/invitations/accept', { body: { token } })),
    onSuccess: (joined) => joined && window.location.assign(paths.dashboard),
  });
  return (
    <div className="space-y-4">
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
      <Button size="lg" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {isPending ? 'Joining...' : text}
      </Button>
    </div>
  );
}
