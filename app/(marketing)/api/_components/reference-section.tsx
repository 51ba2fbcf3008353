import type { ReactNode } from 'react';
import { slugOf } from '#lib/format.ts';

/** A section of the page, with an anchor. */
export function ReferenceSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = slugOf(title);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 space-y-4 border-t pt-8">
      <h2 id={`${id}-title`} className="text-title font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="max-w-measure text-muted">{lead}</p>}
      {children}
    </section>
  );
}
