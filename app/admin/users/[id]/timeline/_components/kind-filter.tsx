import { classNames } from '#components/ui/look/class-names.ts';
import { TIMELINE_KINDS } from '#lib/admin/timeline/kinds.ts';
import { paths } from '#lib/base/paths.ts';
import { KIND_LABELS } from './entry-text.ts';

/** Filters the timeline by kind. Starts again at the newest entry. */
export function KindFilter({ userId, kind }: { userId: string; kind: string | undefined }) {
  const choices = [
    { label: 'All', value: undefined },
    ...TIMELINE_KINDS.map((value) => ({ label: KIND_LABELS[value], value })),
  ];
  return (
    <nav aria-label="Kind" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ label, value }) => (
          <li key={label}>
            <a
              href={paths.adminTimeline(userId, { kind: value })}
              aria-current={value === kind ? 'true' : undefined}
              className={classNames(
                'inline-block rounded-md border px-3 py-1.5 text-small hover:border-line-strong',
                value === kind ? 'border-ink font-medium' : 'text-muted hover:text-ink',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
