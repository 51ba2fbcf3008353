import type { ReactNode } from 'react';

/** An account setting: its value, and the buttons that change it. */
export function Setting({ name, children, actions }: { name: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 space-y-0.5">
        <h3 className="text-small text-muted">{name}</h3>
        <div className="wrap-anywhere">{children}</div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
