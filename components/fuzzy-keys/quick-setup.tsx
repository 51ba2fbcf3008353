import type { ReactNode } from 'react';
import { Acts } from '#components/ui/read-only.tsx';
import { paths } from '#lib/base/paths.ts';
import { ConnectCommand } from './connect-command.tsx';
import { FileBlock } from './file-block.tsx';
import { useGuide } from './use-guide.ts';

type QuickSetupProps = { publicKey: string; forbiddenFlags: readonly number[]; children?: ReactNode };

/** The install command and files, with the subscriber's key. `children` shows whether requests arrive. */
export function QuickSetup({ children, ...key }: QuickSetupProps) {
  return (
    <section aria-labelledby="quick-setup" className="space-y-4 border-t pt-8">
      <h2 id="quick-setup" className="text-title font-semibold">
        Quick Setup
      </h2>
      {children}
      <Acts>
        <InstallFiles {...key} />
      </Acts>
    </section>
  );
}

/** The command of the chosen platform, and below it what it writes. */
export function InstallFiles({ publicKey, forbiddenFlags }: Omit<QuickSetupProps, 'children'>) {
  const { guides, guide, isFreeFeedOff } = useGuide(publicKey, forbiddenFlags);
  return (
    <>
      <ConnectCommand guides={guides} guide={guide} isFreeFeedOff={isFreeFeedOff} />
      <details className="group space-y-4">
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-small text-muted hover:text-ink">
          What the command writes
        </summary>
        {guide.files
          .filter(({ isScript }) => !isScript)
          .map((file) => (
            <FileBlock key={file.path} file={file} />
          ))}
      </details>
      <p>
        <a href={paths.setup} className="text-ink underline underline-offset-4">
          Whole guide: weights, packages, and how to undo it
        </a>
      </p>
    </>
  );
}
