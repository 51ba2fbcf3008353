import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { LoginView, SessionView } from '#lib/auth/views.ts';

type Named = { id: string; name: string; created_at: string; last_used_at: string | null };

/** Passkeys, tokens or applications: name, creation, last use. */
export function NamedThings({ caption, rows }: { caption: string; rows: readonly Named[] }) {
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

export function ViewedSessions({ sessions }: { sessions: readonly SessionView[] }) {
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

export function ViewedLogins({ logins }: { logins: readonly LoginView[] }) {
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
