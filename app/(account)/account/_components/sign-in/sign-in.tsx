import { ChangePasswordButton } from '#components/users/change-password-button.tsx';
import { Setting } from '../setting.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { EmailAddress } from './email-address.tsx';

export function SignIn() {
  return (
    <SettingsSection id="sign-in" text="The email address and password you log in with.">
      <div className="divide-y">
        <EmailAddress />
        <Setting name="Password" actions={<ChangePasswordButton />}>
          <span className="text-small text-muted">Changing it ends your other sessions.</span>
        </Setting>
      </div>
    </SettingsSection>
  );
}
