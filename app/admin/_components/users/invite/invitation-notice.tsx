'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { useAdminAction } from '../../frame/use-admin-action.ts';

type InvitationNoticeProps = { userId: string; email: string; expiresAt: string | null };

/** For a user without a password: whether an invitation is pending, with buttons to mail it again or revoke it. */
export function InvitationNotice({ userId, email, expiresAt }: InvitationNoticeProps) {
  const router = useRouter();
  const runAction = useAdminAction();
  const [isRevoking, setIsRevoking] = useState(false);
  const params = { id: userId };
  const resend = useMutation({
    mutationFn: () => runAction(() => callApi('POST /admin/api/users/{id}/invite', { params })),
    onSuccess: () => {
      toast.success(`Invitation sent to ${email}.`);
      router.refresh();
    },
    onError: (error) => toast.error(`The invitation could not be sent. ${error.message}`),
  });
  const text = expiresAt
    ? `Invited: the link works until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`
    : 'This user has no password, and no invitation is pending.';
  return (
    <Alert tone="info" text={text}>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
          {expiresAt ? 'Send again' : 'Send invitation'}
        </Button>
        {expiresAt && (
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setIsRevoking(true)}>
            Revoke
          </Button>
        )}
      </div>
      {isRevoking && <RevokeInvitation userId={userId} email={email} onClose={() => setIsRevoking(false)} />}
    </Alert>
  );
}

type RevokeInvitationProps = { userId: string; email: string; onClose: () => void };

/** Asks for confirmation before the mailed link stops working. */
function RevokeInvitation({ userId, email, onClose }: RevokeInvitationProps) {
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
