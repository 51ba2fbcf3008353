'use client';

import { useState, type ReactElement } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { canAddPasskey, MAX_PASSKEYS } from '#lib/auth/schema.ts';
import type { PasskeyView } from '#lib/auth/views.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyTable } from './passkey-table.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { PASSKEYS, usePasskeys } from './use-passkeys.ts';

export function Passkeys() {
  const passkeys = usePasskeys();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const isHydrated = useHydrated();
  const isCapable = !isHydrated || 'PublicKeyCredential' in window;
  const isFull = passkeys.data !== undefined && !canAddPasskey(passkeys.data.length);
  const close = () => setDialog(null);
  return (
    <SettingsSection
      id="passkeys"
      text="Log in with your fingerprint, your face or a security key. No password, no code."
      actions={
        isCapable &&
        passkeys.data && (
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            disabled={isFull}
            onClick={() => setDialog(<AddPasskeyDialog onClose={close} />)}
          >
            Add passkey
          </Button>
        )
      }
    >
      {!isCapable && <Alert tone="info" text="This browser does not support passkeys." />}
      {isFull && (
        <Alert tone="info" text={`You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one to add another.`} />
      )}
      <QueryResult
        query={passkeys}
        what="your passkeys"
        skeleton={<Skeleton className="h-37" />}
        empty={<FramedEmptyState title="No passkeys" text="Passkeys can’t be guessed, phished or leaked." />}
      >
        {(rows) => (
          <PasskeyTable
            passkeys={rows}
            onRename={(passkey) => setDialog(<RenamePasskeyDialog passkey={passkey} onClose={close} />)}
            onRemove={(passkey) => setDialog(<RemovePasskey passkey={passkey} onClose={close} />)}
          />
        )}
      </QueryResult>
      {dialog}
    </SettingsSection>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const run = useSensitiveAction();
  return (
    <ConfirmAction
      title={`Remove “${name}”?`}
      text="It will no longer log you in. You can remove it from your device, too."
      confirmText="Remove"
      busyText="Removing..."
      action={() => run(() => callApi('DELETE /account/api/passkeys/{id}', { params: { id } }))}
      reloads={PASSKEYS}
      focusesSection="passkeys"
      onDone={() => {
        toast.success(`The passkey “${name}” has been removed.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
