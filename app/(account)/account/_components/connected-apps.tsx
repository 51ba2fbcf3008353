import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';
import { SettingsSection } from './settings-section.tsx';

export function ConnectedApps() {
  return (
    <SettingsSection id="connected-apps" text="Applications that you allowed to know who you are.">
      <Apps />
    </SettingsSection>
  );
}
