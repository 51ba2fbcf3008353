import { createHash } from 'node:crypto';
import type { Context, Server } from '#lib/base/context.ts';
import { recordSources } from '#lib/sources/record-sources.ts';
import { SourceReportInput } from '#lib/sources/schema.ts';

/** A pseudonym in the form that storage hosts use. */
export const pseudonymOf = (name: string): string => createHash('sha256').update(name).digest('base64url').slice(0, 22);

type Row = Partial<Omit<SourceReportInput['sources'][number], 'source' | 'network'>> & {
  key_id: string;
  /** a name for the source; null: the sum of the sources that are not listed */
  of: string | null;
  network?: string;
  /** the key before, for a host that keeps its name in a rotation */
  before?: string;
};

/** A row of a report: 10 requests with 2 hits from a host, by default in its own network. */
export const sourceRow = ({ of, network, before, ...row }: Row) => ({
  source: of === null ? null : pseudonymOf(`${row.key_id} ${of}`),
  network: of === null ? null : pseudonymOf(`${row.key_id} ${network ?? of}`),
  ...{ checked: 10, hits: 2, errors: 0 },
  ...(before !== undefined && { was: pseudonymOf(`${before} ${of}`) }),
  ...row,
});

let sequence = 1;

/** Sends a report of these rows that ends now. */
export const reportSources = (
  ctx: Context<Server>,
  rows: Row[],
  { secret_id = '0123abcd', ...changes }: Partial<Pick<SourceReportInput, 'secret_id' | 'sequence'>> = {},
) =>
  recordSources(
    ctx,
    SourceReportInput.parse({
      version: 1,
      secret_id,
      sequence: sequence++,
      from: new Date(ctx.now.getTime() - 60_000).toISOString(),
      to: ctx.now.toISOString(),
      sources: rows.map(sourceRow),
      ...changes,
    }),
  );
