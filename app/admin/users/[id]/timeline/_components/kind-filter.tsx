import { TIMELINE_KINDS } from '#lib/admin/timeline/kinds.ts';
import { paths } from '#lib/base/paths.ts';
import { KindNav } from '../../../../_components/lists/filters/kind-nav.tsx';
import { KIND_LABELS } from './entry-text.ts';

/** Filters the timeline by kind. Starts again at the newest entry. */
export function KindFilter({ userId, kind }: { userId: string; kind: string | undefined }) {
  const choices = [
    { label: 'All', value: undefined },
    ...TIMELINE_KINDS.map((value) => ({ label: KIND_LABELS[value], value })),
  ];
  return (
    <KindNav
      choices={choices.map(({ label, value }) => ({
        label,
        href: paths.adminTimeline(userId, { kind: value }),
        isCurrent: value === kind,
      }))}
    />
  );
}
