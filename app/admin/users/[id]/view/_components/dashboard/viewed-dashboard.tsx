import { Time } from '#components/ui/data/time.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { lightOf } from '#components/usage/last-request.ts';
import type { ViewedDashboard as Dashboard } from '#lib/customer-view/queries.ts';
import { scopeText } from '#lib/oauth/scopes.ts';
import { ViewedCards } from './viewed-cards.tsx';
import { ViewedServers } from './viewed-servers.tsx';
import { ViewedStanding } from './viewed-standing.tsx';

/** The user's dashboard, without its actions and without invoices. */
export function ViewedDashboard({ dashboard, now }: { dashboard: Dashboard; now: number }) {
  const { standing, status, lastRequest, servers, apps } = dashboard;
  return (
    <div className="space-y-8">
      {standing && <ViewedStanding standing={standing} status={status.plan.status} now={now} />}
      <ViewedCards dashboard={dashboard} />
      {lastRequest.has_key && (
        <Card title="Last request">
          <p className="text-small">
            {lastRequest.at === null ? (
              'Waiting for the first request.'
            ) : (
              <>
                {lightOf(lastRequest, now) === 'silent' ? 'Silent.' : 'It works.'} Last request{' '}
                <Time at={new Date(lastRequest.at)} />
                {lastRequest.server && `, ${lastRequest.server}`}
              </>
            )}
          </p>
        </Card>
      )}
      <ViewedServers view={servers} />
      <Card title="Connected apps">
        <ul className="space-y-1 text-small">
          {apps.map((app) => (
            <li key={app.client_id} className="wrap-anywhere">
              <span className="font-medium">{app.name}</span>{' '}
              <span className="text-muted">{app.scopes.map(scopeText).join(' · ')}</span>
            </li>
          ))}
          {!apps.length && <li className="text-muted">None.</li>}
        </ul>
      </Card>
      <p className="text-small text-muted">
        The customer also sees invoices and how to pay here. They are not part of this view.
      </p>
    </div>
  );
}
