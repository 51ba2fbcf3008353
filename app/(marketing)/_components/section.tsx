import type { ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

type SectionProps = { id: string; title: string; lead?: string; beside?: boolean; children: ReactNode };

/** A section of the home page: anchor, hairline, and a heading above the content, or `beside` it on wide screens. */
export function Section({ id, title, lead, beside = false, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-t">
      <div className={classNames('page grid gap-x-16 gap-y-10 py-16 deferred sm:py-24', beside && 'lg:grid-cols-2')}>
        <div>
          <h2 id={`${id}-title`} className="text-heading font-semibold tracking-tight text-balance">
            {title}
          </h2>
          {lead && <p className="mt-3 max-w-measure text-lead text-muted">{lead}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
