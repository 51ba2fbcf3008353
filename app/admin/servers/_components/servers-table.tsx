'use client';

import { Time } from '#components/ui/data/time.tsx';
import { useMinute } from '#components/ui/data/use-minute.ts';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { SkeletonRows } from '#components/ui/tables/table-states.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SILENT_AFTER_MS } from '#lib/storage/schema.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';

const COLUMNS = 6;

type Action = (server: StorageServerRow) => void;
type ServersTableProps = {
  servers: readonly StorageServerRow[] | undefined;
  onEditHost: Action;
  onRotate: Action;
  onRemove: Action;
};

export function ServersTable({ servers, onEditHost, onRotate, onRemove }: ServersTableProps) {
  return (
    <Table caption="Storage servers" isCaptionHidden isWide isBusy={!servers}>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell>Host</HeaderCell>
        <HeaderCell>Description</HeaderCell>
        <HeaderCell>Last seen</HeaderCell>
        <HeaderCell>Created</HeaderCell>
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {servers ? (
          servers.map((server) => (
            <Row key={server.id}>
              <RowHeader>
                <span className="inline-block min-w-24 font-mono text-small wrap-anywhere">{server.name}</span>
              </RowHeader>
              <Cell label="Host">
                <Host server={server} />
              </Cell>
              <Cell label="Description">
                <span className="wrap-anywhere">{server.description || '–'}</span>
              </Cell>
              <Cell label="Last seen">
                <LastSeen at={server.last_seen_at} />
              </Cell>
              <Cell label="Created">{server.created_at && <Time at={new Date(server.created_at)} />}</Cell>
              <Cell isNumeric>
                <Menu label={`Actions for ${server.name}`}>
                  <MenuItem onSelect={() => onEditHost(server)}>Edit host</MenuItem>
                  <MenuItem onSelect={() => onRotate(server)}>Rotate token</MenuItem>
                  <MenuItem isDanger onSelect={() => onRemove(server)}>
                    Remove
                  </MenuItem>
                </Menu>
              </Cell>
            </Row>
          ))
        ) : (
          <SkeletonRows columns={COLUMNS} rows={3} />
        )}
      </TableBody>
    </Table>
  );
}

/** The host name and port where subscribers reach a server, and its share of the requests. */
function Host({ server: { host, port, lists, weight, is_draining: isDraining } }: { server: StorageServerRow }) {
  if (host === null) return <span className="text-muted">Not in guides</span>;
  return (
    <span className="grid gap-1">
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="font-mono text-small wrap-anywhere">
          {host}
          <wbr />
          <span className="whitespace-nowrap">:{port}</span>
        </span>
        {isDraining && <Badge tone="warning">Draining</Badge>}
      </span>
      <span className="text-small text-muted">
        {lists.join(', ')} · weight {weight}
      </span>
    </span>
  );
}

function LastSeen({ at }: { at: string | null }) {
  const minute = useMinute();
  if (at === null) return <Badge tone="warning">Never</Badge>;
  const isLate = minute !== null && minute - Date.parse(at) > SILENT_AFTER_MS;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={isLate ? 'bad' : 'good'}>{isLate ? 'Silent' : 'Connected'}</Badge>
      <Time at={new Date(at)} />
    </span>
  );
}
