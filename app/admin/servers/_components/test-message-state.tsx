import { useMinute } from '#components/ui/data/use-minute.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { TEST_MESSAGE_LATE_AFTER_MS } from '#lib/storage/schema.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';

/** Whether a storage host knows the test message, or what is wrong. */
export function TestMessageState({ state }: { state: StorageServerRow['test_message'] }) {
  const minute = useMinute();
  if (!state) return <span className="text-muted">Not set up</span>;
  const isLate = minute !== null && minute - Date.parse(state.reported_at) > TEST_MESSAGE_LATE_AFTER_MS;
  const isKnown = state.is_current && state.found_at !== null;
  const [tone, word] = isLate
    ? (['bad', 'Silent'] as const)
    : state.error
      ? (['bad', 'Failed'] as const)
      : isKnown
        ? (['good', 'Known'] as const)
        : (['warning', 'Learning'] as const);
  return (
    <span title={`${word}, reported ${state.reported_at}`} className="inline-flex items-center gap-1">
      <Badge tone={tone}>{word}</Badge>
      {state.error && <Tooltip label="The error" text={state.error} />}
    </span>
  );
}
