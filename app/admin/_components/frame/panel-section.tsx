import { useId, type ReactNode } from 'react';

/** A titled section of the panel beside a list. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h3 id={id} className="label-mono">
        {title}
      </h3>
      {children}
    </section>
  );
}

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-small text-muted">{children}</p>;
