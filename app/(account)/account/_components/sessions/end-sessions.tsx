'use client';

import { toast } from '#components/ui/overlays/toast.tsx';
import { orLogin } from '#lib/api-client/or-login.ts';
import type { SessionView } from '#lib/auth/views.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/format.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { SESSIONS } from './use-sessions.ts';

const again = 'This browser has to log in again. Connected apps keep their access.';

export function EndSession({ session, onClose }: { session: SessionView; onClose: () => void }) {
  return (
    <ConfirmAction
      title="End this session?"
      text={`${session.device}, ${session.ip ?? 'from an unknown address'}. ${again}`}
      confirmText="End session"
      busyText="Ending..."
      action={() => orLogin(callApi('DELETE /account/api/sessions/{id}', { params: { id: session.id } }))}
      reloads={SESSIONS}
      focusesSection="sessions"
      onDone={() => {
        toast.success('The session has ended.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function EndOtherSessions({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <ConfirmAction
      title="End all other sessions?"
      text={`${count === 1 ? 'One other browser is' : `${count} other browsers are`} logged out; this one is not. Connected apps keep their access.`}
      confirmText="End all others"
      busyText="Ending..."
      action={() => orLogin(callApi('DELETE /account/api/sessions'))}
      reloads={SESSIONS}
      focusesSection="sessions"
      onDone={({ ended }) => {
        toast.success(`${countOf(ended, 'session')} ${ended === 1 ? 'has' : 'have'} ended.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
