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
      text="A code of an authenticator app, besides the password. Who finds out your password still cannot log in."
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
