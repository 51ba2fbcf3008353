import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A titled part of a screen. */
export function Card({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section className={classNames('rounded-md border bg-surface p-5', className)}>
      <h2 className="mb-3 label-mono">{title}</h2>
      {children}
    </section>
  );
}
