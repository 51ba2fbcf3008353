'use client';

import type { ReactNode } from 'react';
import { PlatformSwitch } from '#components/fuzzy-keys/connect-command.tsx';
import { noteOf } from '#components/fuzzy-keys/file-block.tsx';
import { useGuide } from '#components/fuzzy-keys/use-guide.ts';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { debianRepository, elRepository } from '#lib/fuzzy-keys/setup/setup-files.ts';

type ViewedSetupProps = { publicKey: string | null; forbiddenFlags: readonly number[] };

/** What the setup guide gives the user, with their public key. There is no download and no private key. */
export function ViewedSetup({ publicKey, forbiddenFlags }: ViewedSetupProps) {
  if (publicKey !== null) return <SetupOf publicKey={publicKey} forbiddenFlags={forbiddenFlags} />;
  return (
    <section aria-label="Setup" className="rounded-md border bg-surface">
      <EmptyState title="No key" text="The customer sees the setup guide with a placeholder instead of a key." />
    </section>
  );
}

function SetupOf({ publicKey, forbiddenFlags }: { publicKey: string; forbiddenFlags: readonly number[] }) {
  const contacts = useContacts();
  const { guides, guide } = useGuide(publicKey, forbiddenFlags);
  const [el, debian] = [elRepository(publicKey, contacts), debianRepository(publicKey, contacts)];
  return (
    <div className="space-y-8">
      <Section title="Fuzzy service">
        <p className="max-w-measure text-muted">
          The customer’s platform is known to their browser only. Choose it here to see their command.
        </p>
        <PlatformSwitch guides={guides} chosen={guide.id} />
        <CodeBlock title={`Connect ${guide.name}`} code={guide.install} isCapped isCommand />
        {guide.files
          .filter(({ isScript }) => !isScript)
          .map((file) => (
            <CodeBlock key={file.path} title={file.path} code={file.content} note={noteOf(file)} />
          ))}
      </Section>
      <Section title="Package repository">
        {[...el.files, ...debian.files].map(({ path, content }) => (
          <CodeBlock key={path} title={path} code={content} />
        ))}
      </Section>
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="space-y-4">
    <h2 className="text-title font-semibold">{title}</h2>
    {children}
  </section>
);
