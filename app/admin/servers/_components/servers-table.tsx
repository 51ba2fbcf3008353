'use client';

import { Day } from '#components/ui/data/short-time.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { SkeletonRows } from '#components/ui/tables/table-states.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { LastSeen } from './last-seen.tsx';
import { ServerHost } from './server-host.tsx';
import { TestMessageState } from './test-message-state.tsx';

const COLUMNS = 7;

type Action = (server: StorageServerRow) => void;
type ServersTableProps = {
  servers: readonly StorageServerRow[] | undefined;
  onEditHost: Action;
  onEnrol: Action;
  onRotate: Action;
  onRemove: Action;
};

export function ServersTable({ servers, onEditHost, onEnrol, onRotate, onRemove }: ServersTableProps) {
  return (
    <Table caption="Storage servers" isCaptionHidden isDense isBusy={!servers}>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell>Host</HeaderCell>
        <HeaderCell leftOut="medium">Description</HeaderCell>
        <HeaderCell>Last seen (UTC)</HeaderCell>
        <HeaderCell>Test message</HeaderCell>
        <HeaderCell leftOut="wide">Created</HeaderCell>
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {servers ? (
          servers.map((server) => (
            <Row key={server.id}>
              <RowHeader>
                <span
                  title={server.name}
                  className="block overflow-hidden font-mono text-small wrap-anywhere text-ellipsis md:max-w-40"
                >
                  {server.name}
                </span>
              </RowHeader>
              <Cell label="Host" isFilling>
                <ServerHost server={server} />
              </Cell>
              <Cell label="Description" isFilling leftOut="medium">
                <span title={server.description} className="wrap-anywhere">
                  {server.description || '–'}
                </span>
              </Cell>
              <Cell label="Last seen (UTC)">
                <LastSeen at={server.last_seen_at} />
              </Cell>
              <Cell label="Test message">
                <TestMessageState state={server.test_message} />
              </Cell>
              <Cell label="Created" leftOut="wide">
                {server.created_at && <Day at={new Date(server.created_at)} />}
              </Cell>
              <Cell isNumeric>
                <Menu label={`Actions for ${server.name}`}>
                  <MenuItem onSelect={() => onEditHost(server)}>Edit host</MenuItem>
                  <MenuItem onSelect={() => onEnrol(server)}>Enrol a host</MenuItem>
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
