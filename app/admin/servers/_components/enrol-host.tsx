'use client';

import { useState } from 'react';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { utcTime } from '#lib/base/text/format.ts';
import type { EnrolmentCode, StorageServerRow } from '#lib/storage/views.ts';
import { ConfirmServerAction } from './confirm-server-action.tsx';

type EnrolHostProps = { server: StorageServerRow; onClose: () => void };

/** Asks, then shows the command that gives a server's host its token. */
export function EnrolHost({ server: { id, name }, onClose }: EnrolHostProps) {
  const [created, setCreated] = useState<EnrolmentCode | null>(null);
  if (created) return <EnrolmentCodeDialog {...created} opener={null} onClose={onClose} />;
  return (
    <ConfirmServerAction
      title={`Enrol a host as “${name}”?`}
      text="You get a command with a code that works once, within ten minutes. The host that runs it gets the token of this server; the old token stops working then. An earlier code stops working now."
      confirmText="Create code"
      busyText="Creating..."
      isHarmless
      action={() => callApi('POST /admin/api/servers/{id}/enrolment-code', { params: { id } })}
      onDone={setCreated}
      onClose={onClose}
    />
  );
}

type EnrolmentCodeDialogProps = EnrolmentCode & { opener: HTMLElement | null; onClose: () => void };

/** Shows once the command that gives a server's host its token. */
export function EnrolmentCodeDialog({
  server: { name },
  code,
  expires_at: expiresAt,
  opener,
  onClose,
}: EnrolmentCodeDialogProps) {
  return (
    <ShownOnceDialog
      size="text"
      opener={opener}
      title={`Enrol ${name}`}
      description={`Run this command as root on the storage host, where the agent is installed, before ${utcTime(new Date(expiresAt))}. The code is not shown again.`}
      savedText="I have run it"
      question={{
        title: 'Close without running it?',
        text: 'The code is not shown again. You would have to create another one.',
        backText: 'Back to the code',
      }}
      onClose={onClose}
    >
      <CodeBlock title="Command" code={enrolmentCommand(window.location.origin, code)} />
      <p className="text-small text-muted">
        It writes the agent’s settings with a new token, and says how to start the agent. If the host already has the
        file, it stops without using the code: add <code className="font-mono text-ink">--replace</code>. Within a
        minute after the start the server is shown as connected.
      </p>
    </ShownOnceDialog>
  );
}

/** The enrolment command, as in agent/README.md. */
const enrolmentCommand = (portal: string, code: string): string =>
  `PORTAL_URL=${portal} \\\n  node /opt/rspamd-premium-agent/agent.mjs enrol ${code}`;
