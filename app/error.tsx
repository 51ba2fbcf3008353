'use client';

import { ErrorCard } from '#components/ui/error-card.tsx';

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="page py-16">
      <ErrorCard
        text="Something went wrong on our side. Please try again."
        requestId={digestOf(error)}
        onRetry={retry}
      />
    </div>
  );
}

/** The number under which the server's log holds the error. */
const digestOf = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined;
