import type { ReactNode } from 'react';

/** Several elements beside each other. */
export const InARow = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
);
