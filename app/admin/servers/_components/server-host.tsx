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
    <span
      title={`${host}:${port} · ${lists.join(', ')} · weight ${weight}`}
      className="flex items-center gap-x-1.5 max-md:flex-wrap md:*:shrink-0"
    >
      <span className="min-w-0 shrink! overflow-hidden font-mono text-small wrap-anywhere text-ellipsis">
        {host}
        <wbr className="md:hidden" />
        <span className="whitespace-nowrap">:{port}</span>
      </span>{' '}
      {isDraining && <Badge tone="warning">Draining</Badge>}{' '}
      <span className="text-muted">
        {lists.join(', ')} · weight {weight}
      </span>
    </span>
  );
}
