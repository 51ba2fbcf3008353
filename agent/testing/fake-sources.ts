import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Fate } from './fate.ts';

export type SourceRow = {
  key_id: string;
  source: string | null;
  network: string | null;
  checked: number;
  hits: number;
  errors: number;
  address?: string;
  was?: string;
};
export type SourceReport = {
  version: number;
  secret_id: string;
  sequence: number;
  from: string;
  to: string;
  sources: SourceRow[];
};

/** Imitates `/api/storage/sources` of the portal. */
export class FakeSources {
  /** All bodies received, in order. */
  readonly bodies: string[] = [];
  /** The accepted reports, by sequence. */
  readonly taken = new Map<number, SourceReport>();
  notModified = 0;
  fate: () => Fate = () => 'taken';

  serve(
    { method, headers, body }: { method: string; headers: IncomingHttpHeaders; body: string },
    wanted: object,
    response: ServerResponse,
  ): void {
    if (method === 'POST') return this.take(body, response);
    const text = JSON.stringify(wanted);
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    if (headers['if-none-match'] !== etag) return void response.writeHead(200, { etag }).end(text);
    this.notModified++;
    response.writeHead(304, { etag }).end();
  }

  /**
   * A key's checked requests in the accepted reports, by the source's pseudonym; '' is the sum of the other sources.
   */
  totals(key: string): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { sources } of this.taken.values())
      for (const { key_id, source, checked } of sources)
        if (key_id === key) sums[source ?? ''] = (sums[source ?? ''] ?? 0) + checked;
    return sums;
  }

  private take(text: string, response: ServerResponse): void {
    this.bodies.push(text);
    const fate = this.fate();
    if (typeof fate === 'object') return void response.writeHead(fate.status).end();
    if (fate === 'connection lost') return void response.destroy();
    const report = JSON.parse(text) as SourceReport;
    this.taken.set(report.sequence, this.taken.get(report.sequence) ?? report);
    if (fate === 'acknowledgement lost') return void response.destroy();
    response.writeHead(200).end('{}');
  }
}
