'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { TWO_FACTOR } from '#components/users/use-two-factor.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { TotpSecretView } from '#lib/auth/views.ts';
import { TwoFactorSetupDialog } from './two-factor-setup-dialog.tsx';

type TwoFactorSwitchProps = { isOn: boolean; onCodes: (codes: string[], opener: HTMLElement | null) => void };

const TURN_ON = { text: 'Please enter your password to set up two-factor login.', confirmText: 'Continue' };
const TURN_OFF = {
  title: 'Turn off two-factor login?',
  text: 'Your password alone will be enough to log in. Your recovery codes stop working.',
  confirmText: 'Turn off',
};

/** Turns two-factor login on or off. Asks for the password each time, even after a fresh login. */
export function TwoFactorSwitch({ isOn, onCodes }: TwoFactorSwitchProps) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [secret, setSecret] = useState<TotpSecretView | null>(null);
  const start = useMutation({
    mutationFn: () => run(() => callApi('POST /account/api/two-factor/start'), { isAlwaysAsked: true, ...TURN_ON }),
    onSuccess: setSecret,
    onError: (error) => toast.error(error.message),
  });
  const stop = useMutation({
    mutationFn: () => run(() => callApi('POST /account/api/two-factor/disable'), { isAlwaysAsked: true, ...TURN_OFF }),
    onSuccess: async (result) => {
      if (!result) return;
      await client.invalidateQueries({ queryKey: TWO_FACTOR });
      toast.success('Two-factor login is off.');
    },
    onError: (error) => toast.error(error.message),
  });
  const isBusy = start.isPending || stop.isPending;
  return (
    <>
      <Button
        variant={isOn ? 'secondary' : 'primary'}
        aria-haspopup="dialog"
        aria-disabled={isBusy}
        onClick={(event) => {
          if (isBusy) return;
          setOpener(event.currentTarget);
          if (isOn) stop.mutate();
          else start.mutate();
        }}
      >
        {isOn ? 'Turn off' : 'Set up'}
      </Button>
      {secret && (
        <TwoFactorSetupDialog
          secret={secret}
          opener={opener}
          onClose={() => setSecret(null)}
          onEnabled={async (codes) => {
            await client.invalidateQueries({ queryKey: TWO_FACTOR });
            setSecret(null);
            onCodes(codes, opener);
          }}
        />
      )}
    </>
  );
}
