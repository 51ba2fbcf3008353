import type { ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

type CardProps = { title: string; actions?: ReactNode; className?: string | undefined; children: ReactNode };

/** A titled section of a screen. `actions` are shown at the end of the title's row. */
export function Card({ title, actions, className, children }: CardProps) {
  return (
    <section
      className={classNames('rounded-md border bg-surface p-5 [--table-ground:var(--color-surface)]', className)}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="label-mono">{title}</h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
