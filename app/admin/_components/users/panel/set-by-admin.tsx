'use client';

import { useMutation } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import type { PlanValue } from '#lib/users/views.ts';
import { useReloadUsers } from '../list/use-users.ts';

/** The values of a subscription's key that an admin set, with a button that gives the key back to its plan. */
export function SetByAdmin({ subscription, values }: { subscription: string; values: readonly PlanValue[] }) {
  const reload = useReloadUsers();
  const { mutate, isPending } = useMutation({
    mutationFn: () => asAdmin(callApi('POST /admin/api/billing/apply-plan', { body: { subscription } })),
    onSuccess: () => {
      toast.success('The key has the plan’s values again.');
      return reload();
    },
    onError: ({ message }) => toast.error(`Failed to apply the plan: ${message}`),
  });
  if (!values.length) return null;
  return (
    <span className="flex basis-full flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="text-muted">Set by an admin: {values.join(', ')}</span>
      <Button variant="secondary" size="sm" disabled={isPending} onClick={() => mutate()}>
        Use the plan’s values
      </Button>
    </span>
  );
}
