import { classNames } from '#components/ui/look/class-names.ts';
import { MOVEMENT_KINDS } from '#lib/billing/schema.ts';
import { paths } from '#lib/paths.ts';
import { KIND_LABELS } from './kinds.ts';

/** Filters the movements by kind, and keeps the period. */
export function KindNav({ query }: { query: Record<string, string | undefined> }) {
  const { cursor: _, ...rest } = query;
  const choices = [
    { label: 'All', kind: undefined },
    ...MOVEMENT_KINDS.map((kind) => ({ label: KIND_LABELS[kind], kind })),
  ];
  return (
    <nav aria-label="Kind" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ label, kind }) => {
          const isCurrent = kind === query.kind;
          return (
            <li key={label}>
              <a
                href={paths.adminMovements({ ...rest, kind })}
                aria-current={isCurrent ? 'true' : undefined}
                className={classNames(
                  'inline-block rounded-md border px-3 py-1.5 text-small hover:border-line-strong',
                  isCurrent ? 'border-ink font-medium' : 'text-muted hover:text-ink',
                )}
              >
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
