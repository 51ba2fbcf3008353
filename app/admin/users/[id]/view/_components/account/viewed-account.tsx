import type { ReactNode } from 'react';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { LoginView, SessionView } from '#lib/auth/views.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { ViewedAccount as Account } from '#lib/customer-view/queries.ts';
import { scopeText } from '#lib/oauth/scopes.ts';
import { ALERT_KINDS, alertKind } from '#lib/usage/alert-kinds.ts';

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

type Named = { id: string; name: string; created_at: string; last_used_at: string | null };

/** Passkeys, tokens or applications: name, creation, last use. */
function NamedThings({ caption, rows }: { caption: string; rows: readonly Named[] }) {
  return (
    <Table caption={caption} isCaptionHidden>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell>Created</HeaderCell>
        <HeaderCell>Last used</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map(({ id, name, created_at: created, last_used_at: used }) => (
          <Row key={id}>
            <RowHeader>
              <span className="wrap-anywhere">{name}</span>
            </RowHeader>
            <Cell label="Created">
              <Time at={new Date(created)} />
            </Cell>
            <Cell label="Last used">{used === null ? 'Never' : <Time at={new Date(used)} />}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function ViewedSessions({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <Table caption="Sessions" isCaptionHidden>
      <TableHead>
        <HeaderCell>Browser</HeaderCell>
        <HeaderCell>IP address</HeaderCell>
        <HeaderCell>Last seen</HeaderCell>
      </TableHead>
      <TableBody>
        {sessions.map(({ id, device, ip, last_seen_at: seen }) => (
          <Row key={id}>
            <RowHeader>{device}</RowHeader>
            <Cell label="IP address">
              <span className="font-mono">{ip ?? 'unknown'}</span>
            </Cell>
            <Cell label="Last seen">
              <Time at={new Date(seen)} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function ViewedLogins({ logins }: { logins: readonly LoginView[] }) {
  return (
    <Table caption="Login history" isCaptionHidden>
      <TableHead>
        <HeaderCell>Time</HeaderCell>
        <HeaderCell>Outcome</HeaderCell>
        <HeaderCell>Browser</HeaderCell>
        <HeaderCell>IP address</HeaderCell>
      </TableHead>
      <TableBody>
        {logins.map(({ at, outcome, device, ip }, index) => (
          <Row key={`${at} ${index}`}>
            <RowHeader>
              <Time at={new Date(at)} />
            </RowHeader>
            <Cell label="Outcome">
              <Badge tone={outcome === 'ok' ? 'good' : 'bad'}>{outcome === 'ok' ? 'Logged in' : 'Refused'}</Badge>
            </Cell>
            <Cell label="Browser">{device}</Cell>
            <Cell label="IP address">
              <span className="font-mono">{ip ?? 'unknown'}</span>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
