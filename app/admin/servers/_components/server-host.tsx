import { Badge } from '#components/ui/states/badge.tsx';
import type { StorageServerRow } from '#lib/storage/views.ts';

/** The host name and port where subscribers reach a server, and its share of the requests. */
export function ServerHost({
  server: { host, port, lists, weight, is_draining: isDraining },
}: {
  server: StorageServerRow;
}) {
  if (host === null) return <span className="text-muted">Not in guides</span>;
  return (
    <span title={`${host}:${port} · ${lists.join(', ')} · weight ${weight}`} className="wrap-anywhere">
      <span className="font-mono text-small">
        {host}
        <wbr />
        <span className="whitespace-nowrap">:{port}</span>
      </span>{' '}
      {isDraining && <Badge tone="warning">Draining</Badge>}{' '}
      <span className="text-muted">
        {lists.join(', ')} · weight {weight}
      </span>
    </span>
  );
}
