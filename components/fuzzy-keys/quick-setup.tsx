import type { ReactNode } from 'react';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { fuzzyFiles, installScript } from '#lib/fuzzy-keys/setup-files.ts';
import { paths } from '#lib/paths.ts';
import { FileBlock } from './file-block.tsx';

type QuickSetupProps = { publicKey: string; forbiddenFlags: readonly number[]; children?: ReactNode };

/** The install command and files, with the subscriber's key. `children` shows whether requests arrive. */
export function QuickSetup({ children, ...key }: QuickSetupProps) {
  return (
    <section aria-labelledby="quick-setup" className="space-y-4 border-t pt-8">
      <h2 id="quick-setup" className="text-title font-semibold">
        Quick Setup
      </h2>
      {children}
      <InstallFiles {...key} />
    </section>
  );
}

/** The command that installs both files, and the single files below it. */
export function InstallFiles({ publicKey, forbiddenFlags }: Omit<QuickSetupProps, 'children'>) {
  const { check, group } = fuzzyFiles(publicKey, useContacts(), forbiddenFlags);
  return (
    <>
      <p className="max-w-measure text-muted">
        Run this on each of your mail servers. It writes two files with your key, keeps a copy of existing files, checks
        the configuration, and reloads Rspamd.{' '}
        <a href={paths.setup} className="text-ink underline underline-offset-4">
          Guide for mailcow, Docker, NixOS and more, and for packages
        </a>
      </p>
      <CodeBlock title="fuzzy_check.conf and fuzzy_group.conf" code={installScript([check, group])} isCapped />
      <details className="group space-y-4">
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-small text-muted hover:text-ink">
          The two files
        </summary>
        <FileBlock file={check} />
        <FileBlock file={group} />
      </details>
    </>
  );
}
