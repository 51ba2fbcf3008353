'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import type { CreatedUsageTokenView } from '#lib/usage-tokens/views.ts';
import { curlCommand, scrapeConfig, TOKEN_PATH } from './monitoring-snippets.ts';

type UsageTokenDialogProps = CreatedUsageTokenView & { opener: HTMLElement; onClose: () => void };

/** A token, shown this once, with what it is used by. Asks before it closes in any other way than by its button. */
export function UsageTokenDialog({ usage_token: { name }, token, opener, onClose }: UsageTokenDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const portal = window.location.origin;
  return (
    <Dialog
      size="text"
      title={`Token “${name}”`}
      description="Save it now, where only your monitoring can read it. It is not shown again."
      opener={opener}
      onClose={() => setIsAsking((asked) => !asked)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CodeBlock title="Token" code={token} />
        <CodeBlock title="curl" note="The last 24 hours, as JSON" code={curlCommand(portal, token)} />
        <CodeBlock title="prometheus.yml" note={`Put the token alone into ${TOKEN_PATH}`} code={scrapeConfig(portal)} />
        <Button size="lg" className="w-full" data-first-focus="" onClick={onClose}>
          I have saved it
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without saving it?"
          text="The token is not shown again. You would have to revoke it and create another."
          cancelText="Back to the token"
          confirmText="Close"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
