import type { Row } from '../usage/counts.ts';
import { MAX_ROWS, partsOf, type Report } from '../usage/report.ts';
import { foldSources, partsOfName } from './source-deltas.ts';

/**
 * What the portal asks for about some keys: the address, if its owner shows addresses; and the pseudonym under the key
 * that this one replaced.
 */
export type Extra = { address?: string; was?: string };

/** The version of the reports' format. */
const VERSION = 1;

/**
 * The bodies to send. A report always gives the same ones, except for what `extraOf` adds: it is in no file of the agent.
 */
export function sourceBodies(
  { from, to, rows }: Report,
  { sequence, secretId, extraOf }: { sequence: number; secretId: string; extraOf: (name: string) => Extra },
): string[] {
  const folded = foldSources(rows);
  return Array.from({ length: partsOf(folded.length) }, (_, part) =>
    JSON.stringify({
      version: VERSION,
      secret_id: secretId,
      sequence: sequence + part,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      sources: folded.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS).map((row) => toSource(row, extraOf(row[0]))),
    }),
  );
}

function toSource([name, checked, hits, errors]: Row, extra: Extra) {
  const [key_id, source = null, network = null] = partsOfName(name);
  return { key_id, source, network, checked, hits, errors, ...extra };
}
