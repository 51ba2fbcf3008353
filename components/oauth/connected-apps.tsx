'use client';

import { type RefObject, useRef, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FailureAlert } from '#components/form/failure-alert.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { ConfirmDialog } from '#components/ui/overlays/confirm-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { ApiError, callApi } from '#lib/api-client/api-client.ts';
import { scopeText } from '#lib/oauth/scopes.ts';
import type { ConnectedAppView } from '#lib/oauth/views.ts';

/** One connected app: name, hosts, scopes, first and last use. */
function ConnectedApp({ app, onRevoke }: { app: ConnectedAppView; onRevoke: () => void }) {
  const { name, hosts, scopes, first_used_at, last_used_at } = app;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-72 space-y-2">
        <div>
          <h3 className="font-semibold wrap-break-word">{name}</h3>
          <p className="font-mono text-small break-all text-muted">{hosts.join(', ')}</p>
        </div>
        <p className="text-small">{scopes.map(scopeText).join(' · ')}</p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
          <Use label="First used" at={first_used_at} />
          <Use label="Last used" at={last_used_at} />
        </dl>
      </div>
      <Acts>
        <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </Acts>
    </li>
  );
}

const Use = ({ label, at }: { label: string; at: string | null }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-muted">{label}</dt>
    <dd>{at === null ? 'Never' : <Time at={new Date(at)} />}</dd>
  </div>
);

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

/** On the dashboard, too, because the consent page says that access can be revoked from the dashboard. */
export function ConnectedAppsSection() {
  return (
    <section aria-labelledby="connected-apps" className="space-y-4">
      <h2 id="connected-apps" className="text-title font-semibold">
        Connected apps
      </h2>
      <ConnectedApps />
    </section>
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
  <FramedEmptyState title="No connected apps" text="Sites that you log in to with this account are listed here." />
);

const Waiting = () => (
  <div
    aria-hidden="true"
    className="flex h-25 items-center justify-between gap-6 rounded-md border border-dashed px-4 sm:h-20"
  >
    <Skeleton className="h-5 w-44" />
    <Skeleton className="h-8 w-20" />
  </div>
);

type RevokeConnectedAppProps = {
  app: ConnectedAppView;
  /** Takes the focus when the focused button has disappeared. */
  list: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Asks for confirmation, and explains the effect of revoking. */
function RevokeConnectedApp({ app, list, onClose }: RevokeConnectedAppProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => revokeConnectedApp(app.client_id),
    onSuccess: async () => {
      setOpener(list.current);
      await client.invalidateQueries({ queryKey: CONNECTED_APPS });
      toast.success(`${app.name} no longer has access.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke access of ${app.name}?`}
      text="It loses access at once, and must ask you again. It keeps what it has already read."
      confirmText="Revoke access"
      busyText="Revoking..."
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
      opener={opener}
    >
      {error instanceof ApiError && <FailureAlert failure={error} text={error.message} />}
    </ConfirmDialog>
  );
}

const CONNECTED_APPS = ['connected-apps'];

const useConnectedApps = () =>
  useQuery({
    queryKey: CONNECTED_APPS,
    queryFn: () => callApi('GET /account/api/connected-apps'),
    select: ({ apps }) => apps,
  });

const revokeConnectedApp = (id: string) => callApi('DELETE /account/api/connected-apps/{id}', { params: { id } });
