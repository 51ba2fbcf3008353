import type { ReactNode } from 'react';

export type Theme = 'light' | 'dark';
export type ThemeProps = { theme: Theme };

/** One primitive with its name. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-2 label-mono">{name}</p>
      {children}
    </div>
  );
}

/** Several elements in a row. */
export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}
