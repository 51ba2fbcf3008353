import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type SourceRow = {
  key_id: string;
  source: string | null;
  network: string | null;
  checked: number;
  hits: number;
  errors: number;
  address?: string;
  was?: string;
};
type SourceReport = {
  version: number;
  secret_id: string;
  sequence: number;
  from: string;
  to: string;
  sources: SourceRow[];
};

/** Imitates `/api/storage/sources` of the portal. */
class FakeSources {
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

type Row = { key_id: string; checked: number; hits: number; errors: number };
export type Usage = { sequence: number; from: string; to: string; keys: Row[] };
type Counts = [checked: number, hits: number, errors: number];

/** The portal's endpoints for storage hosts. Tests can make them fail. */
export class FakePortal {
  map = '[]\n';
  mapStatus = 200;
  /** The answer to `GET /api/storage/tasks`; null: this portal has no tasks. */
  tasks: object | null = null;
  /** The bodies of answers to questions. */
  readonly answers: string[] = [];
  answersStatus = 200;
  /** The answer to `GET /api/storage/sources`; null: this portal does not know sources. */
  wantedSources: object | null = null;
  readonly sources = new FakeSources();
  token = 'portal-token-of-this-test';
  /** The answer to `GET` on the test messages; null: this portal does not know them. */
  testMessages: object | null = null;
  /** What hosts said about their test messages, in order. */
  readonly planted: object[] = [];
  /** The answer to `GET /api/storage/hashes` after a version; null: this portal has no reports of hashes. */
  hashes: ((version: number) => object) | null = null;
  hashesStatus = 200;
  /** What hosts said about hashes, in order. */
  readonly removed: {
    version: number;
    error: string | null;
    removed: { digest: string; was_stored: boolean | null }[];
  }[] = [];
  /** All bodies received, in order. */
  readonly bodies: string[] = [];
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  /** The accepted reports, by sequence. */
  readonly taken = new Map<number, string>();
  repeated = 0;
  conflicts = 0;
  fate: (body: Usage) => Fate | Promise<Fate> = () => 'taken';
  onRequest: (moment: 'map asked' | 'map answered' | 'usage received' | 'usage answered') => void = () => {};
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sums of the accepted reports, by key id. */
  totals(): Map<string, Counts> {
    const sums = new Map<string, Counts>();
    for (const body of this.taken.values())
      for (const { key_id, checked, hits, errors } of (JSON.parse(body) as Usage).keys) {
        const [a, b, c] = sums.get(key_id) ?? [0, 0, 0];
        sums.set(key_id, [a + checked, b + hits, c + errors]);
      }
    return sums;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, url, headers });
    const body = await read(request).catch(() => null);
    if (body === null) return;
    if (headers.authorization !== `Basic ${Buffer.from(`test-host:${this.token}`).toString('base64')}`)
      return void response.writeHead(401).end();
    if (url === '/api/storage/keys') this.serveMap(headers, response);
    else if (url === '/api/storage/test-message') this.serveTestMessages(method, body, response);
    else if (url === '/api/storage/tasks') this.serveTasks(response);
    else if (url === '/api/storage/sources' && this.wantedSources)
      this.sources.serve({ method, headers, body }, this.wantedSources, response);
    else if (url === '/api/storage/sources') response.writeHead(404).end();
    else if (url.startsWith('/api/storage/hashes')) this.serveHashes(method, url, body, response);
    else if (url === '/api/storage/answers') this.takeAnswers(body, response);
    else await this.takeUsage(body, response);
  }

  private serveMap(headers: IncomingMessage['headers'], response: ServerResponse): void {
    this.onRequest('map asked');
    const etag = `"${createHash('sha256').update(this.map).digest('base64url')}"`;
    const done = () => this.onRequest('map answered');
    if (this.mapStatus !== 200) response.writeHead(this.mapStatus, { 'retry-after': '0' }).end(done);
    else if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end(done);
    else response.writeHead(200, { etag, 'content-type': 'application/json' }).end(this.map, done);
  }

  private serveTestMessages(method: string, body: string, response: ServerResponse): void {
    if (!this.testMessages) return void response.writeHead(404).end();
    if (method === 'PUT') this.planted.push(JSON.parse(body) as object);
    response.writeHead(200).end(JSON.stringify(method === 'PUT' ? { status: 'ok' } : this.testMessages));
  }

  private serveTasks(response: ServerResponse): void {
    if (!this.tasks) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(this.tasks));
  }

  private serveHashes(method: string, url: string, body: string, response: ServerResponse): void {
    if (!this.hashes) return void response.writeHead(404).end();
    if (this.hashesStatus !== 200) return void response.writeHead(this.hashesStatus).end();
    if (method === 'POST') this.removed.push(JSON.parse(body) as (typeof this.removed)[number]);
    const version = Number(/version=(\d+)/.exec(url)?.[1]);
    response.writeHead(200).end(JSON.stringify(method === 'POST' ? { status: 'ok' } : this.hashes(version)));
  }

  private takeAnswers(body: string, response: ServerResponse): void {
    this.answers.push(body);
    response.writeHead(this.answersStatus).end('{}');
  }

  private async takeUsage(text: string, response: ServerResponse): Promise<void> {
    this.onRequest('usage received');
    this.bodies.push(text);
    const body = JSON.parse(text) as Usage;
    const fate = await this.fate(body);
    if (typeof fate === 'object')
      return void response.writeHead(fate.status, fate.retryAfter ? { 'retry-after': fate.retryAfter } : {}).end();
    if (fate === 'connection lost') return void response.destroy();
    const before = this.taken.get(body.sequence);
    if (before !== undefined && before !== text) {
      this.conflicts++;
      return void response.writeHead(409).end();
    }
    if (before === undefined) this.taken.set(body.sequence, text);
    else this.repeated++;
    if (fate === 'acknowledgement lost') return void response.destroy();
    response.writeHead(200).end('{}', () => this.onRequest('usage answered'));
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** What happens to a POST: refused with a status, accepted, accepted without an answer, or dropped. */
export type Fate = { status: number; retryAfter?: string } | 'taken' | 'acknowledgement lost' | 'connection lost';
