import { ShortTime } from '#components/ui/data/short-time.tsx';
import { useMinute } from '#components/ui/data/use-minute.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { SILENT_AFTER_MS } from '#lib/storage/schema.ts';

export function LastSeen({ at }: { at: string | null }) {
  const minute = useMinute();
  if (at === null) return <Badge tone="warning">Never</Badge>;
  const isLate = minute !== null && minute - Date.parse(at) > SILENT_AFTER_MS;
  return (
    <span className="inline-flex items-center gap-2 max-md:flex-wrap">
      <Badge tone={isLate ? 'bad' : 'good'}>{isLate ? 'Silent' : 'Connected'}</Badge>
      <ShortTime at={new Date(at)} />
    </span>
  );
}
