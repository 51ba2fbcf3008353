'use client';

import { toast } from '#components/ui/toast.tsx';
import { useSensitiveAct } from '#components/users/sensitive-acts.tsx';
import type { PasskeyView } from '#lib/auth/views.ts';
import { callApi } from '#lib/http/api-client.ts';
import { ConfirmAct } from './confirm-act.tsx';
import { PASSKEYS } from './use-passkeys.ts';

export function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const run = useSensitiveAct();
  return (
    <ConfirmAct
      title={`Remove “${name}”?`}
      text="It will no longer log you in. You may remove it from your device, too."
      confirmText="Remove"
      busyText="Removing..."
      act={() => run(() => callApi('DELETE /account/api/passkeys/{id}', { params: { id } }))}
      reloads={PASSKEYS}
      focusesPart="passkeys"
      onDone={() => {
        toast.success(`The passkey “${name}” has been removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
