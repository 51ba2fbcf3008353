import { buttonClass } from '#components/ui/actions/button.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import type { Timeline as Page, TimelineEntry } from '#lib/admin/timeline/timeline.ts';
import { paths } from '#lib/base/paths.ts';
import { detailsOf, KIND_LABELS, titleOf } from './entry-text.ts';

type Query = { kind: string | undefined; cursor: string | undefined };
type TimelineProps = { userId: string; timeline: Page; query: Query };

/** One page of a user's timeline, newest first. */
export function Timeline({ userId, timeline: { entries, next_cursor: next }, query }: TimelineProps) {
  if (!entries.length) return <FramedEmptyState title="Nothing yet" text="Nothing of this kind has happened." />;
  const link = buttonClass({ variant: 'secondary', size: 'sm' });
  return (
    <div className="space-y-4">
      <ol aria-label="Timeline" className="divide-y rounded-md border bg-surface">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      <nav aria-label="Pages of the timeline" className="flex justify-end gap-2">
        {query.cursor && (
          <a href={paths.adminTimeline(userId, { kind: query.kind })} className={link}>
            Newest
          </a>
        )}
        {next && (
          <a href={paths.adminTimeline(userId, { kind: query.kind, cursor: next })} className={link}>
            Older
          </a>
        )}
      </nav>
    </div>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const details = detailsOf(entry);
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-2.5 text-small md:grid-cols-[minmax(0,1fr)_auto] md:items-baseline">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
        <Badge tone={entry.kind === 'admin' ? 'warning' : 'neutral'}>{KIND_LABELS[entry.kind]}</Badge>
        <span className="font-medium">{titleOf(entry)}</span>
        {details && <span className="wrap-anywhere text-muted">{details}</span>}
        {entry.by && (
          <span className="wrap-anywhere text-muted">
            by <Breakable text={entry.by} />
          </span>
        )}
      </p>
      <Time at={new Date(entry.at)} />
    </li>
  );
}
