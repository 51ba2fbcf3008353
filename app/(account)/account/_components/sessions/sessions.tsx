'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import type { SessionView } from '#lib/auth/views.ts';
import { SettingsSection } from '../settings-section.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { EndOtherSessions, EndSession } from './end-sessions.tsx';
import { SessionTable } from './session-table.tsx';
import { useSessions } from './use-sessions.ts';

export function Sessions() {
  const sessions = useSessions();
  const [asked, setAsked] = useState<SessionView | 'others' | null>(null);
  const others = sessions.data?.filter(({ is_current }) => !is_current).length ?? 0;
  const close = () => setAsked(null);
  return (
    <SettingsSection
      id="sessions"
      text="The browsers where you are logged in. End any you don’t recognise, and change your password."
      actions={
        others > 0 && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked('others')}>
            End all others
          </Button>
        )
      }
    >
      <QueryResult query={sessions} what="your sessions" skeleton={<TableSkeleton rows={1} />}>
        {(rows) => <SessionTable sessions={rows} onEnd={setAsked} />}
      </QueryResult>
      {asked === 'others' && <EndOtherSessions count={others} onClose={close} />}
      {asked && asked !== 'others' && <EndSession session={asked} onClose={close} />}
    </SettingsSection>
  );
}
