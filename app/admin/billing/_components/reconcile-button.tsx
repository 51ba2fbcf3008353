'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.tsx';
import { orLogin } from '#lib/http/or-login.ts';
import { callApi } from '#lib/http/api-client.ts';

/** Has the worker reconcile everything with Stripe. */
export function ReconcileButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => orLogin(callApi('POST /admin/api/billing/reconcile')),
    onSuccess: () => toast.success('Comparing with Stripe. What it mends stands in the audit trail.'),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Asking...' : 'Compare with Stripe'}
    </Button>
  );
}
