'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { DeadEnd } from './dead-end.tsx';

type FailedPageProps = { error: unknown; retry: () => void; supportMail?: string };

/**
 * The page for a render error. Layouts that know `supportMail` pass it. The error id is Next's digest, which
 * the log line also has.
 */
export function FailedPage({ error, retry, supportMail = 'us' }: FailedPageProps) {
  return (
    <div role="alert">
      <DeadEnd
        label="Error"
        title="Something went wrong"
        text={`This page could not be shown. The error is on our side. If it persists, write to ${supportMail}.`}
        errorId={digestOf(error)}
      >
        <Button size="lg" onClick={retry}>
          Try again
        </Button>
      </DeadEnd>
    </div>
  );
}

const digestOf = (error: unknown) =>
  error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : undefined;
