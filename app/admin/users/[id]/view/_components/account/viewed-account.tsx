import type { ReactNode } from 'react';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Card } from '#components/ui/states/card.tsx';
import type { ViewedAccount as Account } from '#lib/customer-view/queries.ts';
import { countOf } from '#lib/format.ts';
import { scopeText } from '#lib/oauth/scopes.ts';
import { ALERT_KINDS, alertKind } from '#lib/usage/alert-kinds.ts';
import { NamedThings, ViewedLogins, ViewedSessions } from './viewed-tables.tsx';

/** The user's account page, without its actions. Passkeys and tokens appear by name only. */
export function ViewedAccount({ account }: { account: Account }) {
  const { status, twoFactor, passkeys, sessions, logins, apps, usage_tokens: tokens, alerts } = account;
  return (
    <div className="space-y-6">
      <Card title="Login">
        <DescriptionList
          items={[
            { term: 'Email', value: status.email ?? 'No Email' },
            { term: 'Two-factor login', value: twoFactorText(twoFactor) },
            {
              term: 'Usage alerts',
              value:
                ALERT_KINDS.filter((kind) => alerts[kind])
                  .map((kind) => alertKind(kind).label)
                  .join(', ') || 'None',
            },
          ]}
        />
      </Card>
      <Part title="Passkeys" isEmpty={!passkeys.length}>
        <NamedThings caption="Passkeys" rows={passkeys} />
      </Part>
      <Part title="Sessions" isEmpty={!sessions.length}>
        <ViewedSessions sessions={sessions} />
      </Part>
      <Part title="Login history" isEmpty={!logins.length}>
        <ViewedLogins logins={logins} />
      </Part>
      <Part title="Connected apps" isEmpty={!apps.length}>
        <NamedThings
          caption="Connected apps"
          rows={apps.map((app) => ({
            id: app.client_id,
            name: `${app.name} (${app.scopes.map(scopeText).join(', ')})`,
            created_at: app.first_used_at,
            last_used_at: app.last_used_at,
          }))}
        />
      </Part>
      <Part title="Usage tokens" isEmpty={!tokens.length}>
        <NamedThings caption="Usage tokens" rows={tokens} />
      </Part>
    </div>
  );
}

const twoFactorText = ({ enabled, recovery_codes_left: codes }: Account['twoFactor']) =>
  enabled ? `On, ${countOf(codes, 'recovery code')} left` : 'Off';

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return <Card title={title}>{isEmpty ? <p className="text-small text-muted">None.</p> : children}</Card>;
}
