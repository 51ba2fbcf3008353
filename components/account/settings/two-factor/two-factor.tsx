'use client';

import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { DownloadButton } from '#components/ui/actions/download-button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { TWO_FACTOR, useTwoFactor } from '#components/users/use-two-factor.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import type { TotpSecretView, TwoFactorView } from '#lib/auth/views.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { type AccountSection, Setting, SettingsSection } from '../settings-section.tsx';
import { TwoFactorSetupDialog } from './two-factor-setup-dialog.tsx';

const FEW = 2;
/** Recovery codes to show once, and the element that takes the focus back when the dialog closes. */
type Shown = { codes: string[]; opener: HTMLElement | null };

export const twoFactorSection: AccountSection = {
  id: 'two-factor',
  needs: 'self',
  title: 'Two-factor login',
  Part: TwoFactor,
};

export function TwoFactor() {
  return (
    <SettingsSection
      section={twoFactorSection}
      text="Ask for a code from your authenticator app as well, so a stolen password isn’t enough."
    >
      <QueryResult
        query={useTwoFactor()}
        what="your two-factor login"
        skeleton={<Skeleton className="h-13 max-w-xs" />}
      >
        {(twoFactor) => <TwoFactorSettings twoFactor={twoFactor} />}
      </QueryResult>
    </SettingsSection>
  );
}

function TwoFactorSettings({ twoFactor }: { twoFactor: TwoFactorView }) {
  const { enabled, enabled_at, recovery_codes_left: left } = twoFactor;
  const [shown, setShown] = useState<Shown | null>(null);
  const show = (codes: string[], opener: HTMLElement | null) => setShown({ codes, opener });
  return (
    <div className="divide-y">
      <Setting name="Authenticator app" actions={<TwoFactorSwitch isOn={enabled} onCodes={show} />}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1">
          <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'On' : 'Off'}</Badge>
          {enabled_at && (
            <span className="text-small">
              since <Time at={new Date(enabled_at)} />
            </span>
          )}
        </span>
      </Setting>
      {enabled && (
        <Setting name="Recovery codes" actions={<NewRecoveryCodes onCodes={show} />}>
          <p>{left} of 10 left</p>
        </Setting>
      )}
      {enabled && left <= FEW && !shown && (
        <div className="pt-4">
          <Alert tone="warning" text="Create new recovery codes before you run out." />
        </div>
      )}
      {shown && <RecoveryCodesDialog {...shown} onClose={() => setShown(null)} />}
    </div>
  );
}

/** Creates ten new recovery codes, which void the old ones. */
function NewRecoveryCodes({ onCodes }: { onCodes: (codes: string[], opener: HTMLElement | null) => void }) {
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

type RecoveryCodesDialogProps = { codes: string[]; opener: HTMLElement | null; onClose: () => void };

function RecoveryCodesDialog({ codes, ...dialog }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <ShownOnceDialog
      title="Save your recovery codes"
      description="If you lose your app, each code logs you in once. They are shown only now."
      savedText="I have saved them"
      question={{
        title: 'Close without saving them?',
        text: 'The codes are not shown again. If you lose the app without them, you are locked out.',
        backText: 'Back to the codes',
      }}
      {...dialog}
    >
      <div className="rounded-md bg-sunken">
        <div className="flex items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
          <span className="label-mono">Recovery codes</span>
          <span className="flex gap-2">
            <CopyButton text={text} label="Copy recovery codes" />
            <DownloadButton fileName="recovery-codes.txt" text={text} />
          </span>
        </div>
        <ol className="grid justify-items-center gap-x-4 gap-y-1.5 px-4 py-4 font-mono text-small sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
    </ShownOnceDialog>
  );
}

type TwoFactorSwitchProps = { isOn: boolean; onCodes: (codes: string[], opener: HTMLElement | null) => void };

const TURN_ON = { text: 'Please enter your password to set up two-factor login.', confirmText: 'Continue' };
const TURN_OFF = {
  title: 'Turn off two-factor login?',
  text: 'Your password alone will be enough to log in. Your recovery codes stop working.',
  confirmText: 'Turn off',
};

/** Turns two-factor login on or off. Asks for the password each time, even after a fresh login. */
function TwoFactorSwitch({ isOn, onCodes }: TwoFactorSwitchProps) {
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
