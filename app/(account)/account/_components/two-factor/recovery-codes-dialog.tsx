'use client';

import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { DownloadButton } from '#components/ui/actions/download-button.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';

type RecoveryCodesDialogProps = { codes: string[]; opener: HTMLElement | null; onClose: () => void };

export function RecoveryCodesDialog({ codes, ...dialog }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <ShownOnceDialog
      title="Save your recovery codes"
      description="If you lose your app, each code logs you in once. They are shown only now."
      savedText="I have saved them"
      question={{
        title: 'Close without saving them?',
        text: 'The codes are not shown again. If you lose the app without them, you are locked out.',
        backText: 'Back to the codes',
      }}
      {...dialog}
    >
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
    </ShownOnceDialog>
  );
}
