'use client';

import { useState, type ReactElement } from 'react';
import { FramedEmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { QueryResult } from '#components/ui/query-result.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { RemoveServer } from './remove-server.tsx';
import { RotateToken } from './rotate-token.tsx';
import { ServersTable } from './servers-table.tsx';
import { texts } from './texts.ts';
import { useServers } from './use-servers.ts';

/** All storage servers, with their actions. */
export function Servers() {
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const close = () => setDialog(null);
  const table = (servers?: readonly StorageServerRow[]) => (
    <ServersTable
      servers={servers}
      onRotate={(server) => setDialog(<RotateToken server={server} onClose={close} />)}
      onRemove={(server) => setDialog(<RemoveServer server={server} onClose={close} />)}
    />
  );
  return (
    <>
      <QueryResult
        query={useServers()}
        skeleton={table()}
        failure={(error, retry) => <LoadFailure error={error} onRetry={retry} />}
        empty={<NoServers />}
      >
        {table}
      </QueryResult>
      {dialog}
    </>
  );
}

const NoServers = () => (
  <FramedEmptyState
    title="No storage servers"
    text="Create one for each host that runs the fuzzy storage. You get a token for the agent on that host."
  />
);

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = error instanceof ApiError && error.status === 403;
  return (
    <ErrorCard text={isForbidden ? texts.forbidden : texts.loadFailed} error={error} onRetry={onRetry}>
      {!isForbidden && <p className="text-small text-muted">{error.message}</p>}
    </ErrorCard>
  );
}
