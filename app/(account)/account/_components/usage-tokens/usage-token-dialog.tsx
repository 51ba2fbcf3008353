'use client';

import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import type { CreatedUsageTokenView } from '#lib/usage-tokens/views.ts';
import { curlCommand, scrapeConfig, TOKEN_PATH } from '#lib/usage-tokens/snippets.ts';

type UsageTokenDialogProps = CreatedUsageTokenView & { opener: HTMLElement; onClose: () => void };

/** Shows a new token with a curl command and a Prometheus configuration. */
export function UsageTokenDialog({ usage_token: { name }, token, ...dialog }: UsageTokenDialogProps) {
  const portal = window.location.origin;
  return (
    <ShownOnceDialog
      size="text"
      title={`Token “${name}”`}
      description="Save it now, where only your monitoring can read it. It is not shown again."
      savedText="I have saved it"
      question={{
        title: 'Close without saving it?',
        text: 'The token is not shown again. You would have to revoke it and create another.',
        backText: 'Back to the token',
      }}
      {...dialog}
    >
      <CodeBlock title="Token" code={token} />
      <CodeBlock title="curl" note="The last 24 hours, as JSON" code={curlCommand(portal, token)} />
      <CodeBlock title="prometheus.yml" note={`Put the token alone into ${TOKEN_PATH}`} code={scrapeConfig(portal)} />
    </ShownOnceDialog>
  );
}
