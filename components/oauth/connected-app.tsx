import { Button } from '#components/ui/actions/button.tsx';
import { Time } from '#components/ui/data/time.tsx';
import type { ConnectedAppView } from '#lib/oauth/views.ts';
import { scopeText } from '#lib/oauth/scopes.ts';

/** One connected app: name, hosts, scopes, first and last use. */
export function ConnectedApp({ app, onRevoke }: { app: ConnectedAppView; onRevoke: () => void }) {
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
      <Button variant="secondary" size="sm" aria-haspopup="dialog" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

const Use = ({ label, at }: { label: string; at: string | null }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-muted">{label}</dt>
    <dd>{at === null ? 'never' : <Time at={new Date(at)} />}</dd>
  </div>
);
