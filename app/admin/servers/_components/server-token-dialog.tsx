'use client';

import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import type { StorageServerToken } from '#lib/storage/views.ts';

type ServerTokenDialogProps = StorageServerToken & { opener: HTMLElement | null; onClose: () => void };

/** Shows a server's token inside the agent's environment file. */
export function ServerTokenDialog({ server: { name }, token, ...dialog }: ServerTokenDialogProps) {
  return (
    <ShownOnceDialog
      size="text"
      title={`Token of ${name}`}
      description="Save this file on the storage host now, for root alone (0600). The token is not shown again."
      savedText="I have saved it"
      question={{
        title: 'Close without saving it?',
        text: 'The token is not shown again. You would have to rotate it to get another.',
        backText: 'Back to the token',
      }}
      {...dialog}
    >
      <CodeBlock
        title={AGENT_ENVIRONMENT_PATH}
        code={agentEnvironment({ portal: window.location.origin, name, token })}
      />
      <p className="text-small text-muted">
        Then run <code className="font-mono text-ink">systemctl restart rspamd-premium-agent</code>. Within a minute the
        server is shown as connected.
      </p>
    </ShownOnceDialog>
  );
}

/** The file from which the agent reads its settings (agent/README.md). */
const AGENT_ENVIRONMENT_PATH = '/etc/rspamd-premium-agent.env';

/** The content of the agent's environment file for one server. */
const agentEnvironment = ({ portal, name, token }: { portal: string; name: string; token: string }): string =>
  `PORTAL_URL=${portal}\nSERVER_NAME=${name}\nSERVER_TOKEN=${token}\n`;
