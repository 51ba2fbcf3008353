import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { isRefused } from './graph/range-fields.tsx';

/** Beside the text that the customer specified, which only guesses the cause. */
const HELP = 'The graph could not be loaded. Requests are still answered and counted.';

type UsageFailureProps = { text: string; error: Error; onRetry: () => void };

/** A graph that failed to load. If the range was refused, the fields of the range say why. */
export function UsageFailure({ text, error, onRetry }: UsageFailureProps) {
  if (!isRefused(error)) return <ErrorCard text={text} help={HELP} error={error} onRetry={onRetry} />;
  return <FramedEmptyState title="This range cannot be shown" text="Correct its days above, or choose a period." />;
}
