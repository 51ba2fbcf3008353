'use client';

import { useRef, useState } from 'react';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import type { ConnectedAppView } from '#lib/oauth/views.ts';
import { ConnectedApp } from './connected-app.tsx';
import { RevokeConnectedApp } from './revoke-connected-app.tsx';
import { useConnectedApps } from './use-connected-apps.ts';

/** Connected OAuth apps, each with a Revoke button. */
export function ConnectedApps() {
  const [asked, setAsked] = useState<ConnectedAppView | null>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <QueryResult query={useConnectedApps()} what="your connected apps" skeleton={<Waiting />}>
      {(apps) => (
        <div ref={list} tabIndex={-1} className="outline-offset-4">
          {apps.length === 0 ? <NoApps /> : <Apps apps={apps} onRevoke={setAsked} />}
          {asked && <RevokeConnectedApp app={asked} list={list} onClose={() => setAsked(null)} />}
        </div>
      )}
    </QueryResult>
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
  <p className="max-w-measure text-small text-muted">
    No connected apps. Sites that you log in to with this account appear here, and you can revoke their access.
  </p>
);

const Waiting = () => (
  <div aria-hidden="true" className="flex h-28 items-center justify-between gap-6 border-y">
    <Skeleton className="h-5 w-44" />
    <Skeleton className="h-8 w-20" />
  </div>
);
