import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';

/** Beside the text that the customer specified, which only guesses the cause. */
const HELP = 'The graph could not be loaded. This is a problem of this page, not of the key.';

type UsageFailureProps = { text: string; error: Error; onRetry: () => void };

/** A graph that failed to load. For a refused range, says what to change and offers no Retry. */
export function UsageFailure({ text, error, onRetry }: UsageFailureProps) {
  if (error instanceof ApiError && error.status === 400) return <ErrorCard text={error.message} error={error} />;
  return <ErrorCard text={text} help={HELP} error={error} onRetry={onRetry} />;
}
