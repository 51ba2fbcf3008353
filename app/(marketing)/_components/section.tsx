import type { ReactNode } from 'react';

/** A part of the home page: an anchor, a hairline, a heading. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t">
      <div className="page py-16 sm:py-24">
        <h2 id={`${id}-title`} className="text-heading font-semibold tracking-tight">
          {title}
        </h2>
        {lead && <p className="mt-3 max-w-measure text-lead text-muted">{lead}</p>}
        <div className="mt-10">{children}</div>
      </div>
    </section>
  );
}
