'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { SessionView } from '#lib/auth/views.ts';

type SessionTableProps = { sessions: SessionView[]; onEnd: (session: SessionView) => void };

export function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <Table caption="Sessions" isCaptionHidden>
      <TableHead>
        <HeaderCell>Browser</HeaderCell>
        <HeaderCell>IP address</HeaderCell>
        <HeaderCell>Last seen</HeaderCell>
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {sessions.map((session) => (
          <Row key={session.id}>
            <RowHeader>{session.device}</RowHeader>
            <Cell label="IP address">
              <span className="font-mono">{session.ip ?? 'unknown'}</span>
            </Cell>
            <Cell label="Last seen">
              <Time at={new Date(session.last_seen_at)} />
            </Cell>
            <Cell>
              <div className="flex sm:justify-end">
                {session.is_current ? <Badge tone="good">This browser</Badge> : <End onClick={() => onEnd(session)} />}
              </div>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const End = ({ onClick }: { onClick: () => void }) => (
  <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onClick}>
    End
  </Button>
);
