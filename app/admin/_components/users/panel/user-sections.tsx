import { PlanName } from '#components/billing/subscription/plan-name.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { countryName } from '#components/users/country-name.ts';
import { limitText } from '#lib/base/daily-limit.ts';
import { paths, withQuery } from '#lib/base/paths.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { AdminSubscriptionView, AdminUserDetailView } from '#lib/users/views.ts';
import { Nothing, PanelSection } from '../../frame/panel-section.tsx';
import { StripeLink } from '../../frame/stripe-link.tsx';
import { SubscriptionBadge } from '../list/subscription-badge.tsx';
import { KeyNetworks } from './key-networks.tsx';
import { SetByAdmin } from './set-by-admin.tsx';

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

const STATES = {
  on: { tone: 'good', text: 'On' },
  suspended: { tone: 'warning', text: 'Suspended' },
  deleted: { tone: 'bad', text: 'Deleted' },
} as const;

/** The user's keys, including deleted ones. */
export function UserPanelKeys({ keys, networks }: Pick<AdminUserDetailView, 'keys' | 'networks'>) {
  return (
    <PanelSection title="Keys">
      {!keys.length && <Nothing>No key.</Nothing>}
      <ul className="divide-y text-small">
        {keys.map((key) => (
          <li key={key.id} className="space-y-1 py-2">
            <div className="flex items-center justify-between gap-3">
              <a
                href={withQuery(paths.adminKeys, { search: key.public_key, deleted: key.deleted ? 'true' : undefined })}
                className="min-w-0 rounded-sm font-medium wrap-anywhere underline-offset-4 hover:underline"
              >
                {key.description}
              </a>
              <Badge tone={STATES[key.state].tone}>{STATES[key.state].text}</Badge>
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-3">
              <Copyable value={key.public_key} shown={12} label={`Copy API key ${key.description}`} />
              <span className="text-muted">
                Rank {key.rank}
                {key.quantity > 1 && `, quantity ${exactNumber(key.quantity)}`}
                {key.is_external && ', external'}
                {key.replaced_by && ', replaced'}
              </span>
            </div>
            <p className="text-muted">
              {key.last_used_at ? (
                <>
                  Last used <Time at={new Date(key.last_used_at)} />
                </>
              ) : (
                'Never used'
              )}
              {key.networks > 0 && `, ${countOf(key.networks, 'network')} in 7 days`}
            </p>
            <KeyNetworks networks={networks[String(key.id)] ?? []} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

type UserPanelSubscriptionsProps = {
  subscriptions: readonly AdminSubscriptionView[];
  customerId: string | null;
  /** URLs in Stripe's dashboard, by object id. */
  urls: Readonly<Record<string, string>>;
  setByAdmin: AdminUserDetailView['set_by_admin'];
};

/** The user's subscriptions and customer id, linked to Stripe's dashboard. */
export function UserPanelSubscriptions({ subscriptions, customerId, urls, setByAdmin }: UserPanelSubscriptionsProps) {
  const bought = subscriptions.filter((row) => row.stripe_subscription_status !== null);
  return (
    <PanelSection title="Subscriptions">
      {!bought.length && <Nothing>No subscription at Stripe.</Nothing>}
      <ul className="divide-y text-small">
        {bought.map((row) => (
          <li key={row.stripe_subscription_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="font-medium">
              <PlanName product={row.product} quantity={row.quantity} />
            </span>
            <SubscriptionBadge {...row} />
            {row.stripe_subscription_id && (
              <StripeLink url={urls[row.stripe_subscription_id] ?? null}>{row.stripe_subscription_id}</StripeLink>
            )}
            {row.stripe_subscription_id && (
              <SetByAdmin
                subscription={row.stripe_subscription_id}
                values={setByAdmin[row.stripe_subscription_id] ?? []}
              />
            )}
          </li>
        ))}
      </ul>
      {customerId && (
        <p className="text-small">
          Customer <StripeLink url={urls[customerId] ?? null}>{customerId}</StripeLink>
        </p>
      )}
    </PanelSection>
  );
}
