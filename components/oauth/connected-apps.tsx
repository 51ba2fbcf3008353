'use client';

import { useRef, useState } from 'react';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { ApiError } from '#lib/http/api-client.ts';
import type { ConnectedAppView } from '#lib/oauth/views.ts';
import { ConnectedApp } from './connected-app.tsx';
import { RevokeConnectedApp } from './revoke-connected-app.tsx';
import { useConnectedApps } from './use-connected-apps.ts';

/** Connected OAuth apps, each with a Revoke button. */
export function ConnectedApps() {
  const { data: apps, error, isFetching, refetch } = useConnectedApps();
  const [asked, setAsked] = useState<ConnectedAppView | null>(null);
  const list = useRef<HTMLDivElement>(null);
  if (apps === undefined && (!error || isFetching)) return <Loading />;
  if (apps === undefined)
    return (
      <ErrorCard
        text={`Failed to load your connected apps. ${error?.message ?? ''}`}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={() => void refetch()}
      />
    );
  return (
    <div ref={list} tabIndex={-1} className="outline-offset-4">
      {apps.length === 0 ? <NoApps /> : <Apps apps={apps} onRevoke={setAsked} />}
      {asked && <RevokeConnectedApp app={asked} list={list} onClose={() => setAsked(null)} />}
    </div>
  );
}

const Apps = ({ apps, onRevoke }: { apps: ConnectedAppView[]; onRevoke: (app: ConnectedAppView) => void }) => (
  <ul className="divide-y border-y">
    {apps.map((app) => (
      <ConnectedApp key={app.client_id} app={app} onRevoke={() => onRevoke(app)} />
    ))}
  </ul>
);

const NoApps = () => (
  <div className="rounded-md border border-dashed">
    <EmptyState
      title="No connected apps"
      text="When you log in to another site with this account, it is listed here, and you can take its access away."
    />
  </div>
);

const Loading = () => (
  <div role="status">
    <span className="sr-only">Loading your connected apps...</span>
    <div aria-hidden="true" className="flex h-28 items-center justify-between gap-6 border-y">
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-8 w-20" />
    </div>
  </div>
);
