import type { ReactNode } from 'react';

/** A section of the guide, with an anchor. */
export function Step({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="space-y-4 border-t pt-8">
      <h2 id={`${id}-title`} className="text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
