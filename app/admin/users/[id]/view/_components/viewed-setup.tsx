'use client';

import type { ReactNode } from 'react';
import { useContacts } from '#components/layout/footer/contacts.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { debianRepository, elRepository, fuzzyFiles } from '#lib/fuzzy-keys/setup-files.ts';

type ViewedSetupProps = { publicKey: string | null; forbiddenFlags: readonly number[] };

/** The files that the setup guide gives the user, with their public key. There is no download and no private key. */
export function ViewedSetup({ publicKey, forbiddenFlags }: ViewedSetupProps) {
  const contacts = useContacts();
  if (publicKey === null)
    return (
      <section aria-label="Setup" className="rounded-md border bg-surface">
        <EmptyState title="No key" text="The customer sees the setup guide with a placeholder instead of a key." />
      </section>
    );
  const { check, group } = fuzzyFiles(publicKey, contacts, forbiddenFlags);
  const [el, debian] = [elRepository(publicKey, contacts), debianRepository(publicKey, contacts)];
  return (
    <div className="space-y-8">
      <Section title="Fuzzy service">
        {[check, group].map(({ path, content }) => (
          <CodeBlock key={path} title={path} code={content} />
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
