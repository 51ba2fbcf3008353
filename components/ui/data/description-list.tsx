import type { ReactNode } from 'react';
import { Breakable } from './breakable.tsx';

export function DescriptionList({ items }: { items: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y text-small">
      {items.map(({ term, value }) => (
        <div key={term} className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{typeof value === 'string' ? <Breakable text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
