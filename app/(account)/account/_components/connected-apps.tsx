import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ConnectedApps() {
  return (
    <SettingsSection id="connected-apps" text="Apps you log in to with this account.">
      <Apps />
    </SettingsSection>
  );
}
