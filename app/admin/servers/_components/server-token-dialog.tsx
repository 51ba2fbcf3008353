'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { StorageServerToken } from '#lib/storage/views.ts';
import { AGENT_ENVIRONMENT_PATH, agentEnvironment } from './agent-environment.ts';

type ServerTokenDialogProps = StorageServerToken & { opener: HTMLElement | null; onClose: () => void };

/** A server's token, shown this once, in the file it belongs into. Asks before it closes in any other way than by its button. */
export function ServerTokenDialog({ server: { name }, token, opener, onClose }: ServerTokenDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Dialog
      size="text"
      title={`Token of ${name}`}
      description="Save this file on the storage host now, for root alone (0600). The token is not shown again."
      opener={opener}
      onClose={() => setIsAsking((asked) => !asked)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CodeBlock
          title={AGENT_ENVIRONMENT_PATH}
          code={agentEnvironment({ portal: window.location.origin, name, token })}
        />
        <p className="text-small text-muted">
          Then run <code className="font-mono text-ink">systemctl restart rspamd-premium-agent</code>. Within a minute
          the server is shown as connected.
        </p>
        <Button size="lg" className="w-full" data-first-focus="" onClick={onClose}>
          I have saved it
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without saving it?"
          text="The token is not shown again. You would have to rotate it to get another."
          cancelText="Back to the token"
          confirmText="Close"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
