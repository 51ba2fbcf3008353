'use client';

import { Button } from '#components/ui/button.tsx';
import { site } from '#lib/site.ts';
import { DeadEnd } from './dead-end.tsx';

/** A page that could not be shown. The number is Next's digest, which its log line carries. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div role="alert">
      <DeadEnd
        label="Error"
        title="Something went wrong"
        text={`The page could not be shown; the fault is on our side. If it stays so, write to ${site.supportMail}.`}
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
