import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { countryName } from '#components/users/country-name.ts';
import { PanelSection } from '../../frame/panel-section.tsx';
import { limitText } from '#lib/daily-limit.ts';
import type { AdminUserDetailView } from '#lib/users/views.ts';

/** The user's data, and the settings that an admin has made for the user. */
export function UserPanelFacts({ detail: { user } }: { detail: AdminUserDetailView }) {
  const { daily_limit: dailyLimit, custom_key: customKey, notes } = user.custom_limits;
  return (
    <PanelSection title="Facts">
      <DescriptionList
        items={[
          { term: 'User ID', value: <Copyable value={user.id} label="Copy user ID" /> },
          { term: 'Country', value: user.country ? countryName(user.country) : 'Unknown' },
          { term: 'Created', value: <Time at={new Date(user.created_at)} /> },
          { term: 'Last seen', value: user.last_seen_at ? <Time at={new Date(user.last_seen_at)} /> : 'Never' },
          ...(user.blocked_at ? [{ term: 'Blocked', value: <Time at={new Date(user.blocked_at)} /> }] : []),
          {
            term: 'Daily limit',
            value: dailyLimit === null ? 'Default, by plan and rank' : limitText(dailyLimit),
          },
          {
            term: 'Custom key',
            value: customKey ? <Copyable value={customKey} shown={12} label="Copy custom key" /> : 'None',
          },
          { term: 'Notes', value: notes ? <span className="whitespace-pre-wrap">{notes}</span> : 'None' },
        ]}
      />
    </PanelSection>
  );
}
