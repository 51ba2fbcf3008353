'use client';

import { SettingsSection } from '../settings-section.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { useTwoFactor } from '#components/users/use-two-factor.ts';
import { TwoFactorSettings } from './two-factor-settings.tsx';

export function TwoFactor() {
  return (
    <SettingsSection
      id="two-factor"
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
