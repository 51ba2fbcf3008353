'use client';

import { useState, type ReactElement } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import { RemoveServer } from './remove-server.tsx';
import { RotateToken } from './rotate-token.tsx';
import { ServersTable } from './servers-table.tsx';
import { texts } from './texts.ts';
import { useServers } from './use-servers.ts';

/** All storage servers, with their actions. */
export function Servers() {
  const { data: servers, error, refetch } = useServers();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const close = () => setDialog(null);
  if (error && !servers) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (servers?.length === 0)
    return (
      <div className="rounded-md border border-dashed">
        <EmptyState
          title="No storage servers"
          text="Create one for each host that runs the fuzzy storage. You get a token for the agent on that host."
        />
      </div>
    );
  return (
    <>
      <ServersTable
        servers={servers}
        onRotate={(server) => setDialog(<RotateToken server={server} onClose={close} />)}
        onRemove={(server) => setDialog(<RemoveServer server={server} onClose={close} />)}
      />
      {dialog}
    </>
  );
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <ErrorCard
      text={isForbidden ? texts.forbidden : texts.loadFailed}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      onRetry={onRetry}
    >
      {!isForbidden && <p className="text-small text-muted">{error.message}</p>}
    </ErrorCard>
  );
}
