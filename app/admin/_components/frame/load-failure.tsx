import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';

type LoadFailureProps = { text: string; error: Error; onRetry: () => void };

/** A list that failed to load: the screen's own text, the server's message unless it is a 403, and Retry. */
export function LoadFailure({ text, error, onRetry }: LoadFailureProps) {
  const isRefused = error instanceof ApiError && error.status === 403;
  return <ErrorCard text={text} help={isRefused ? undefined : error.message} error={error} onRetry={onRetry} />;
}
