import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { PanelSection } from '../../frame/panel-section.tsx';
import type { AdminUserDetailView } from '#lib/users/views.ts';

/** How the user logs in, and where they are logged in. */
export function UserPanelSecurity({ detail }: { detail: AdminUserDetailView }) {
  const { sessions, two_factor: twoFactor, user, connected_apps: apps } = detail;
  return (
    <PanelSection title="Security">
      <DescriptionList
        items={[
          { term: 'Password', value: user.has_password ? 'Set' : 'Not set' },
          { term: 'Two-factor', value: twoFactor.totp ? 'On' : 'Off' },
          { term: 'Passkeys', value: twoFactor.passkeys },
          { term: 'Sessions', value: sessions.count },
          ...(sessions.last
            ? [
                {
                  term: 'Last session',
                  value: (
                    <>
                      {sessions.last.device}, <span className="font-mono">{sessions.last.ip ?? 'unknown address'}</span>{' '}
                      <Time at={new Date(sessions.last.last_seen_at)} />
                    </>
                  ),
                },
              ]
            : []),
          { term: 'Connected apps', value: apps },
        ]}
      />
    </PanelSection>
  );
}
