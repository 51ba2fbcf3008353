'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { DownloadButton } from '#components/ui/download-button.tsx';

type RecoveryCodesDialogProps = { codes: string[]; opener: HTMLElement | null; onClose: () => void };

/** Ten codes that are shown this once. Asks before it closes in any other way than by its button. */
export function RecoveryCodesDialog({ codes, opener, onClose }: RecoveryCodesDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      title="Save your recovery codes"
      description="Each logs you in once, in place of the app's code, should you lose the app. They are shown only now."
      opener={opener}
      onClose={() => setIsAsking((asked) => !asked)}
    >
      <div className="space-y-5">
        <div className="rounded-md bg-sunken">
          <div className="flex items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
            <span className="label-mono">Recovery codes</span>
            <span className="flex gap-2">
              <CopyButton text={text} label="Copy recovery codes" />
              <DownloadButton fileName="recovery-codes.txt" text={text} />
            </span>
          </div>
          <ol className="grid justify-items-center gap-x-4 gap-y-1.5 px-4 py-4 font-mono text-small sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code} className="whitespace-nowrap select-all">
                {code}
              </li>
            ))}
          </ol>
        </div>
        <Button size="lg" className="w-full" data-first-focus="" onClick={onClose}>
          I have saved them
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Close without saving them?"
          text="The codes are not shown again. Without them, losing the app locks you out."
          cancelText="Back to the codes"
          confirmText="Close"
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  );
}
