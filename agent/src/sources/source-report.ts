import type { Row } from '../usage/counts.ts';
import { MAX_ROWS, partsOf, type Report } from '../usage/report.ts';
import { foldSources, partsOfName } from './source-deltas.ts';

/** The version of the reports' format. */
const VERSION = 1;

/**
 * The bodies to send. A report always gives the same ones, except for the addresses: they are added only for keys whose
 * owners show them, and no file of the agent contains them.
 */
export function sourceBodies(
  { from, to, rows }: Report,
  { sequence, secretId, addressOf }: { sequence: number; secretId: string; addressOf: (name: string) => string | null },
): string[] {
  const folded = foldSources(rows);
  return Array.from({ length: partsOf(folded.length) }, (_, part) =>
    JSON.stringify({
      version: VERSION,
      secret_id: secretId,
      sequence: sequence + part,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      sources: folded.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS).map((row) => toSource(row, addressOf(row[0]))),
    }),
  );
}

function toSource([name, checked, hits, errors]: Row, address: string | null) {
  const [key_id, source = null, network = null] = partsOfName(name);
  return { key_id, source, network, checked, hits, errors, ...(address !== null && { address }) };
}
