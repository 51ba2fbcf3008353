import type { ReactNode } from 'react';

/** A titled part of the overview. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-title font-semibold">{title}</h2>
      {children}
    </section>
  );
}
