'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { orLogin } from '#lib/api-client/or-login.ts';
import { callApi } from '#lib/api-client/api-client.ts';

/** Has the worker reconcile everything with Stripe. */
export function ReconcileButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => orLogin(callApi('POST /admin/api/billing/reconcile')),
    onSuccess: () => toast.success('Comparing with Stripe. The result will appear under Checks.'),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Asking...' : 'Compare with Stripe'}
    </Button>
  );
}
