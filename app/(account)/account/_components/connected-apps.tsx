import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';
import { Part } from './settings-section.tsx';

export function ConnectedApps() {
  return (
    <Part id="connected-apps" text="Applications that you allowed to know who you are.">
      <Apps />
    </Part>
  );
}
