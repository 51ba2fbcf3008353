'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { texts } from '#components/users/error-texts.ts';
import { callApi } from '#lib/api-client/api-client.ts';

/** Sends a new reset link to the email address in a link that no longer works. */
export function NewLink({ email }: { email: string }) {
  const { mutate, isPending, isSuccess, isError } = useMutation({
    mutationFn: () => callApi('POST /forgot/email', { body: { email } }),
  });
  if (isSuccess) return <p role="status">{texts.forgotSuccess}</p>;
  return (
    <div className="space-y-2">
      <Button variant="secondary" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {isPending ? 'Sending...' : 'Send a new link'}
      </Button>
      {isError && <p role="alert">{texts.forgotFailed}</p>}
    </div>
  );
}
