'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { ActionsCell, ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { SessionView } from '#lib/auth/views.ts';
import { countOf } from '#lib/base/text/format.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { type AccountSection, SettingsSection } from '../settings-section.tsx';
import { TableSkeleton } from '../table-parts.tsx';

export const sessionSection: AccountSection = { id: 'sessions', needs: 'self', title: 'Sessions', Part: Sessions };

export function Sessions() {
  const sessions = useSessions();
  const [asked, setAsked] = useState<SessionView | 'others' | null>(null);
  const others = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0;
  const close = () => setAsked(null);
  return (
    <SettingsSection
      section={sessionSection}
      text="The browsers where you are logged in. End any you don’t recognise, and change your password."
      actions={
        others > 0 && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked('others')}>
            End all others
          </Button>
        )
      }
    >
      <QueryResult
        query={sessions}
        what="your sessions"
        skeleton={<TableSkeleton rows={1} />}
        empty={<FramedEmptyState title="No sessions" text="No browser is logged in to this account." />}
      >
        {(rows) => <SessionTable sessions={rows} onEnd={setAsked} />}
      </QueryResult>
      {asked === 'others' && <EndOtherSessions count={others} onClose={close} />}
      {asked && asked !== 'others' && <EndSession session={asked} onClose={close} />}
    </SettingsSection>
  );
}

type SessionTableProps = { sessions: SessionView[]; onEnd: (session: SessionView) => void };

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <Table caption="Sessions" isCaptionHidden>
      <TableHead>
        <HeaderCell>Browser</HeaderCell>
        <HeaderCell>IP address</HeaderCell>
        <HeaderCell>Last seen</HeaderCell>
        <ActionsHeader />
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
            <ActionsCell>
              {session.is_current ? <Badge tone="info">This browser</Badge> : <End onClick={() => onEnd(session)} />}
            </ActionsCell>
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

const again = 'This browser has to log in again. Connected apps keep their access.';

function EndSession({ session, onClose }: { session: SessionView; onClose: () => void }) {
  return (
    <ConfirmAction
      title="End this session?"
      text={`${session.device}, ${session.ip ?? 'from an unknown address'}. ${again}`}
      confirmText="End session"
      busyText="Ending..."
      action={() => orLogin(callApi('DELETE /account/api/sessions/{id}', { params: { id: session.id } }))}
      reloads={SESSIONS}
      focusesSection={sessionSection}
      onDone={() => {
        toast.success('The session has ended.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function EndOtherSessions({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <ConfirmAction
      title="End all other sessions?"
      text={`${count === 1 ? 'One other browser is' : `${count} other browsers are`} logged out; this one is not. Connected apps keep their access.`}
      confirmText="End all others"
      busyText="Ending..."
      action={() => orLogin(callApi('DELETE /account/api/sessions'))}
      reloads={SESSIONS}
      focusesSection={sessionSection}
      onDone={({ ended }) => {
        toast.success(`${countOf(ended, 'session')} ${ended === 1 ? 'has' : 'have'} ended.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const SESSIONS = ['sessions'];

const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: () => orLogin(callApi('GET /account/api/sessions')),
    select: ({ sessions }) => sessions,
  });
