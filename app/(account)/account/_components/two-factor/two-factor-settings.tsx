'use client';

import { useState } from 'react';
import { Time } from '#components/ui/data/time.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import type { TwoFactorView } from '#lib/auth/views.ts';
import { Setting } from '../setting.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TwoFactorSwitch } from './two-factor-switch.tsx';

const FEW = 2;
/** Recovery codes to show once, and the element that takes the focus back when the dialog closes. */
type Shown = { codes: string[]; opener: HTMLElement | null };

export function TwoFactorSettings({ twoFactor }: { twoFactor: TwoFactorView }) {
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
