'use client';

import type { ComponentType } from 'react';
import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Agreements } from './agreements.tsx';
import { DeleteAccount } from './data/delete-account.tsx';
import { YourData } from './data/your-data.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';
import { Logins } from './sessions/logins.tsx';
import { Sessions } from './sessions/sessions.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SETTINGS_SECTIONS, type SettingsSectionId } from './settings-sections.ts';
import { SignIn } from './sign-in/sign-in.tsx';
import { TwoFactor } from './two-factor/two-factor.tsx';
import { UsageAlerts } from './usage-alerts.tsx';
import { UsageTokens } from './usage-tokens/usage-tokens.tsx';

/** What shows each section of the account page. */
const PARTS: Readonly<Record<SettingsSectionId, ComponentType>> = {
  'sign-in': SignIn,
  'two-factor': TwoFactor,
  passkeys: Passkeys,
  sessions: Sessions,
  logins: Logins,
  'connected-apps': ConnectedApps,
  'usage-tokens': UsageTokens,
  'usage-alerts': UsageAlerts,
  agreements: Agreements,
  data: () => (
    <Acts>
      <YourData />
    </Acts>
  ),
  delete: () => (
    <Acts>
      <DeleteAccount />
    </Acts>
  ),
};
const SECTION_IDS = Object.keys(SETTINGS_SECTIONS) as SettingsSectionId[];

/** All sections of the account page. */
export function AccountSections() {
  return (
    <div className="divide-y">
      {SECTION_IDS.map((id) => {
        const Part = PARTS[id];
        return <Part key={id} />;
      })}
    </div>
  );
}

function ConnectedApps() {
  return (
    <SettingsSection id="connected-apps" text="Apps you log in to with this account.">
      <Apps />
    </SettingsSection>
  );
}
