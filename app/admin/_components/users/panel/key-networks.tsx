import { countOf, formatDay } from '#lib/base/text/format.ts';
import type { KeyNetworkView } from '#lib/users/views.ts';

type KeyNetworksProps = { networks: readonly KeyNetworkView[]; isOpen?: boolean };

/** The networks of a key that may be shared, as far as they are known. */
export function KeyNetworks({ networks, isOpen = false }: KeyNetworksProps) {
  if (!networks.length) return null;
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer underline underline-offset-4">
        {countOf(networks.length, 'network')} by pseudonym
      </summary>
      <p className="py-2 text-pretty text-muted">
        Addresses stay at the storage hosts, so that this database is no list of mail servers. What can be compared is
        when a network was seen, and its share of the requests.
      </p>
      <table className="w-full">
        <thead className="text-left text-muted">
          <tr>
            <th className="font-normal">Network</th>
            <th className="font-normal">First seen</th>
            <th className="font-normal">Last seen</th>
            <th className="text-right font-normal">Share</th>
          </tr>
        </thead>
        <tbody>
          {networks.map(({ id, first_seen_at: first, last_seen_at: last, share }) => (
            <tr key={id}>
              <td className="font-mono">{id.slice(0, 6)}</td>
              <td>{formatDay(new Date(first))}</td>
              <td>{formatDay(new Date(last))}</td>
              <td className="text-right tabular-nums">{share === null ? '' : `${Math.round(share * 100)}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
