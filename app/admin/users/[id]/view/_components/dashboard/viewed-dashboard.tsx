import type { ReactNode } from 'react';
import { forecastText, hitRateText, nearText, shareText, silenceText } from '#components/standing/standing-text.ts';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { lightOf } from '#components/usage/last-request.ts';
import type { ViewedDashboard as Dashboard } from '#lib/customer-view/queries.ts';
import { scopeText } from '#lib/oauth/scopes.ts';
import { serverLabel } from '#lib/sources/schema.ts';
import type { ServersView, ServerView } from '#lib/sources/views.ts';
import type { StandingView } from '#lib/standing/views.ts';
import { ViewedCards } from './viewed-cards.tsx';

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

type ViewedStandingProps = { standing: StandingView; status: string | null; now: number };

/** The strip on top of the user's dashboard, without its buttons. */
function ViewedStanding({ standing, status, now }: ViewedStandingProps): ReactNode {
  switch (standing.standing) {
    case 'unpaid':
      return <Alert tone="error" text={`Your subscription is ${status ?? 'unpaid'}: your key does not work.`} />;
    case 'past_due':
      return <Alert tone="warning" text="Your payment failed. Your key still works while we try again." />;
    case 'over':
      return <Alert tone="warning" text={`You are over your daily limit: ${shareText(standing)}.`} />;
    case 'silent':
      return <Alert tone="warning" text={silenceText(standing, now)} />;
    case 'near':
      return (
        <Alert tone="warning" text={nearText(standing)}>
          <p className="text-ink">{forecastText(standing)}</p>
        </Alert>
      );
    case 'fine':
      return (
        <Alert tone="success" text="Your key works.">
          <p className="text-ink">{hitRateText(standing)}</p>
        </Alert>
      );
    default:
      return null;
  }
}

/** How many servers are listed: more seldom help to answer a ticket. */
const SHOWN = 20;

/** "Your servers" of the user's dashboard. Renders nothing if no storage host reports them. */
function ViewedServers({ view: { has_key: hasKey, is_reported: isReported, servers } }: { view: ServersView }) {
  if (!hasKey || (!isReported && servers.length === 0)) return null;
  return (
    <Card title="Servers">
      {servers.length === 0 ? (
        <p className="text-small text-muted">None yet.</p>
      ) : (
        <Table caption="Servers" isCaptionHidden>
          <TableHead>
            <HeaderCell>Server</HeaderCell>
            <HeaderCell>Last request</HeaderCell>
            <HeaderCell isNumeric>Requests</HeaderCell>
            <HeaderCell isNumeric>Hits</HeaderCell>
            <HeaderCell isNumeric>Refused</HeaderCell>
          </TableHead>
          <TableBody>
            {servers.slice(0, SHOWN).map((server) => (
              <ServerRow key={server.id} server={server} />
            ))}
          </TableBody>
        </Table>
      )}
      {servers.length > SHOWN && <p className="pt-2 text-small text-muted">And {servers.length - SHOWN} more.</p>}
    </Card>
  );
}

const ServerRow = ({ server }: { server: ServerView }) => (
  <Row>
    <RowHeader>
      <span className="wrap-anywhere">{server.name ?? serverLabel(server.id)}</span>
      {server.address && (
        <code className="block font-mono text-small font-normal wrap-anywhere text-muted">{server.address}</code>
      )}
      {server.uses_old_key && (
        <span className="block pt-0.5 font-normal text-muted">
          <Badge tone="warning">Old key</Badge>
        </span>
      )}
    </RowHeader>
    <Cell label="Last request">
      <Time at={new Date(server.last_seen_at)} />
    </Cell>
    <Cell label="Requests" isNumeric>
      {exactNumber(server.checked)}
    </Cell>
    <Cell label="Hits" isNumeric>
      {exactNumber(server.hits)}
    </Cell>
    <Cell label="Refused" isNumeric>
      {exactNumber(server.errors)}
    </Cell>
  </Row>
);
