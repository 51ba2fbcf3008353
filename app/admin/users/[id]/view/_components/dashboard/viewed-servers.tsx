import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Card } from '#components/ui/states/card.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { serverLabel } from '#lib/sources/schema.ts';
import type { ServersView, ServerView } from '#lib/sources/views.ts';

/** How many servers are listed: more seldom help to answer a ticket. */
const SHOWN = 20;

/** "Your servers" of the user's dashboard. Renders nothing if no storage host reports them. */
export function ViewedServers({ view: { has_key: hasKey, is_reported: isReported, servers } }: { view: ServersView }) {
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
