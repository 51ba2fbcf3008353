'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { TWO_FACTOR } from '#components/users/use-two-factor.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { ConfirmAction } from '../confirm-action.tsx';

/** Creates ten new recovery codes, which void the old ones. */
export function NewRecoveryCodes({ onCodes }: { onCodes: (codes: string[], opener: HTMLElement | null) => void }) {
  const run = useSensitiveAction();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const close = () => setOpener(null);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={(event) => setOpener(event.currentTarget)}>
        New codes
      </Button>
      {opener && (
        <ConfirmAction
          title="Create new recovery codes?"
          text="Your current codes stop working."
          confirmText="Create new codes"
          busyText="Making..."
          action={() => run(() => callApi('POST /account/api/two-factor/recovery-codes'))}
          reloads={TWO_FACTOR}
          onDone={({ recovery_codes }) => {
            close();
            onCodes(recovery_codes, opener);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
