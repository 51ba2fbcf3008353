import type { UsageGraph } from '#lib/usage/views.ts';
import { expectedServers, silentServers, type SilentServer } from './bucket-notes.ts';

/** Below the chart: whether all servers report, or which have stopped. Their requests are missing from the sums. */
export function Reporters({ graph }: { graph: UsageGraph }) {
  const silent = silentServers(graph);
  const expected = expectedServers(graph);
  return (
    <p className="min-h-10 text-small text-muted sm:min-h-5">
      {silent.length === 0 && expected > 0 && `Reported by ${expected === 1 ? '1 server' : `all ${expected} servers`}.`}
      {silent.length > 0 && (
        <>
          <span className="font-medium text-amber">{silent.map(silenceText).join(' ')}</span> Its requests are not in
          the sums.
        </>
      )}
    </p>
  );
}

function silenceText({ name, since }: SilentServer): string {
  if (since === null) return `No reports from ${name} in this period.`;
  return `No reports from ${name} since ${since.slice(0, 10)} ${since.slice(11, 16)} UTC.`;
}
