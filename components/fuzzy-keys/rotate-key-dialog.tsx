'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { RadioGroup } from '#components/ui/fields/radio-group.tsx';
import { DialogEnd } from '#components/ui/overlays/dialog-end.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';

const OPTIONS: readonly { value: Grace; label: string; hint?: string }[] = [
  { value: '7d', label: 'For 7 days' },
  { value: '24h', label: 'For 24 hours' },
  { value: '1h', label: 'For 1 hour' },
  {
    value: 'now',
    label: 'No longer',
    hint: 'If it has leaked. Servers still using the old key stop getting answers at once.',
  },
];

type RotateKeyDialogProps = {
  /** Names the key for an admin. */
  description?: string | undefined;
  /** Resolves to null if the user cancels. */
  rotate: (grace: Grace) => Promise<object | null>;
  /** The dialog stays busy until it resolves. */
  onDone: () => void | Promise<void>;
  onClose: () => void;
};

/** Asks how long the old key should keep working, and rotates the key. */
export function RotateKeyDialog({ description, rotate, onDone, onClose }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState<Grace>('24h');
  const { mutate, isPending, error } = useMutation({
    mutationFn: rotate,
    onSuccess: (result) => (result === null ? undefined : onDone()),
  });
  return (
    <Dialog
      title="Rotate key"
      description={`A new key replaces ${description === undefined ? 'this one' : `“${description}”`}. Both keys work during the overlap; usage is counted together.`}
      onClose={onClose}
      isBusy={isPending}
    >
      <form
        aria-label="Rotate key"
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isPending) mutate(grace);
        }}
      >
        {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
        <RadioGroup
          legend="The old key works"
          options={OPTIONS}
          value={grace}
          onChange={(value) => setGrace(value as Grace)}
        />
        <Alert tone="warning" text="The repository password changes, too">
          <p>Repository login and password are derived from the key. Update them on every server.</p>
        </Alert>
        <DialogEnd>
          <Button type="submit" aria-disabled={isPending}>
            {isPending ? 'Rotating...' : 'Rotate key'}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
