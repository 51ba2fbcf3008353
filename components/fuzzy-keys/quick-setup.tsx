import type { ReactNode } from 'react';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { fuzzyCheckConfig } from '#lib/fuzzy-keys/client-config.ts';
import { commands } from '#lib/promises.ts';

type QuickSetupProps = { publicKey: string; forbiddenFlags: readonly number[]; children?: ReactNode };

/** The fuzzy_check configuration with the subscriber's key. Children show whether it works. */
export function QuickSetup({ publicKey, forbiddenFlags, children }: QuickSetupProps) {
  return (
    <section aria-labelledby="quick-setup" className="space-y-4 border-t pt-8">
      <h2 id="quick-setup" className="text-title font-semibold">
        Quick Setup
      </h2>
      <p className="max-w-measure text-muted">
        Save this file on each of your servers, check it with{' '}
        <code className="font-mono text-ink">{commands.configtest}</code>, and reload Rspamd. Your key is already in it.
      </p>
      {children}
      <CodeBlock
        title="/etc/rspamd/local.d/fuzzy_check.conf"
        code={fuzzyCheckConfig(publicKey, useContacts(), forbiddenFlags)}
      />
    </section>
  );
}
