'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { callApi } from '#lib/api-client/api-client.ts';

type RevokeInvitationProps = { userId: string; email: string; onClose: () => void };

/** Asks for confirmation before the mailed link stops working. */
export function RevokeInvitation({ userId, email, onClose }: RevokeInvitationProps) {
  const router = useRouter();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => asAdmin(callApi('DELETE /admin/api/users/{id}/invite', { params: { id: userId } })),
    onSuccess: () => {
      toast.success('Invitation revoked.');
      onClose();
      router.refresh();
    },
  });
  return (
    <ConfirmDialog
      title="Revoke invitation"
      text={`The link that was sent to ${email} stops working. The user and the key stay: “Forgot your password?” still sends one. To keep the person out, block or delete the user.`}
      confirmText="Revoke"
      busyText="Revoking..."
      isBusy={isPending}
      error={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
