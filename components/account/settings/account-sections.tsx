'use client';

import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';
import { type Membership, useMembership } from '#components/account/membership.ts';
import { LogoutLink } from '#components/layout/header/logout-link.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { FACTOR_REFUSAL, may } from '#lib/accounts/roles.ts';
import { agreementSection } from './agreements.tsx';
import { deleteSection } from './data/delete-account.tsx';
import { dataSection } from './data/your-data.tsx';
import { memberSection } from './members/members.tsx';
import { passkeySection } from './passkeys/passkeys.tsx';
import { loginSection } from './sessions/logins.tsx';
import { sessionSection } from './sessions/sessions.tsx';
import { type AccountSection, SettingsSection } from './settings-section.tsx';
import { signInSection } from './sign-in/sign-in.tsx';
import { twoFactorSection } from './two-factor/two-factor.tsx';
import { usageAlertSection } from './usage-alerts.tsx';
import { usageTokenSection } from './usage-tokens/usage-tokens.tsx';

const appSection: AccountSection = {
  id: 'connected-apps',
  title: 'Connected apps',
  Part: ConnectedApps,
  needs: 'self',
};

type SectionGroup = { title: string; sections: readonly AccountSection[] };

/** The account page in order: what belongs to the person, to the account, and the way out. */
const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    title: 'Your login',
    sections: [signInSection, twoFactorSection, passkeySection, sessionSection, loginSection, appSection],
  },
  { title: 'This account', sections: [memberSection, usageTokenSection, usageAlertSection, agreementSection] },
  { title: 'Data and deletion', sections: [dataSection, deleteSection] },
];

/** The sections that a member sees, in their groups; without the second factor that the account requires, those of their own login. */
export const sectionGroupsFor = ({ role, lacksFactor }: Pick<Membership, 'role' | 'lacksFactor'>): SectionGroup[] =>
  SECTION_GROUPS.map(({ title, sections }) => ({
    title,
    sections: sections.filter(({ needs }) => needs === 'self' || (!lacksFactor && may(role, needs))),
  })).filter(({ sections }) => sections.length > 0);

/** The sections of the account page. */
export function AccountSections() {
  const membership = useMembership();
  return (
    <div className="min-w-0 space-y-8">
      {membership.lacksFactor && (
        <Alert tone="warning" text={FACTOR_REFUSAL}>
          <p className="flex flex-wrap gap-2">
            <a href={`#${twoFactorSection.id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              Authenticator app
            </a>
            <a href={`#${passkeySection.id}`} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              Passkey
            </a>
            <LogoutLink className={buttonClass({ variant: 'quiet', size: 'sm' })} />
          </p>
        </Alert>
      )}
      <div className="space-y-14">
        {sectionGroupsFor(membership).map(({ title, sections }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="mb-8 border-b pb-2 label-mono">{title}</p>
            <div className="divide-y">
              {sections.map(({ id, Part }) => (
                <Part key={id} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function ConnectedApps() {
  return (
    <SettingsSection section={appSection} text="Apps you log in to with this account.">
      <Apps />
    </SettingsSection>
  );
}
