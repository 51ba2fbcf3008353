'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { RadioGroup } from '#components/ui/fields/radio-group.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import type { Grace } from '#lib/fuzzy-keys/schema.ts';

const OPTIONS: readonly { value: Grace; label: string; hint?: string }[] = [
  { value: '7d', label: 'For 7 days' },
  { value: '24h', label: 'For 24 hours' },
  { value: '1h', label: 'For 1 hour' },
  { value: 'now', label: 'No longer', hint: 'If it has leaked. Servers with the old key get no answers any more.' },
];

type RotateKeyDialogProps = {
  /** Names the key for an admin. */
  description?: string | undefined;
  /** Resolves to null if the user cancels. */
  rotate: (grace: Grace) => Promise<object | null>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks how long the old key should keep working, and rotates the key. */
export function RotateKeyDialog({ description, rotate, onDone, onClose }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState<Grace>('24h');
  const { mutate, isPending, error } = useMutation({
    mutationFn: rotate,
    onSuccess: (result) => result !== null && onDone(),
  });
  return (
    <Dialog
      title={description === undefined ? 'Rotate Key' : `Rotate the key “${description}”`}
      description="A new key takes the place of this one. Meanwhile both work, and their usage counts together."
      onClose={() => !isPending && onClose()}
    >
      <form
        aria-label="Rotate Key"
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
        <Alert tone="warning" text="The password of the package repository changes, too">
          <p>Its login and password are made of the key. Put both, with the new key, on every server.</p>
        </Alert>
        <Button type="submit" size="lg" className="w-full" aria-disabled={isPending}>
          {isPending ? 'Rotating...' : 'Rotate Key'}
        </Button>
      </form>
    </Dialog>
  );
}
