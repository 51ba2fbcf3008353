'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { serverLabel } from '#lib/sources/schema.ts';
import type { ServerView } from '#lib/sources/views.ts';

type ServerTableProps = { servers: ServerView[]; onName: (server: ServerView) => void };

export function ServerTable({ servers, onName }: ServerTableProps) {
  return (
    <Table caption="Your servers" isCaptionHidden isWide>
      <TableHead>
        <HeaderCell>Server</HeaderCell>
        <HeaderCell>Last request</HeaderCell>
        <HeaderCell>First seen</HeaderCell>
        <HeaderCell isNumeric>Requests</HeaderCell>
        <HeaderCell isNumeric>Hits</HeaderCell>
        <HeaderCell isNumeric>Refused</HeaderCell>
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {servers.map((server) => (
          <ServerRow key={server.id} server={server} onName={() => onName(server)} />
        ))}
      </TableBody>
    </Table>
  );
}

function ServerRow({ server, onName }: { server: ServerView; onName: () => void }) {
  const label = server.name ?? serverLabel(server.id);
  const verb = server.name === null ? 'Name' : 'Rename';
  return (
    <Row>
      <RowHeader>
        <span className="inline-block min-w-32 wrap-anywhere">{label}</span>
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
      <Cell label="First seen">
        <span className="whitespace-nowrap">
          <Day at={new Date(server.first_seen_at)} />
        </span>
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
      <Cell>
        <div className="flex sm:justify-end">
          <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={`${verb} ${label}`} onClick={onName}>
            {verb}
          </Button>
        </div>
      </Cell>
    </Row>
  );
}
