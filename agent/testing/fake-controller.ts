import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Rspamd's controller with a fuzzy rule. Like Rspamd, it answers before the storage has written what it learned, which
 * `sync` does; learning a message again adds to its weight, and a message that is deleted and learned between two syncs
 * is deleted.
 */
export class FakeController {
  /** The weight of each known message, by flag and text. */
  readonly stored = new Map<string, number>();
  /** The flags that the rule lists. */
  flags = [8, 1];
  /** True if the rule asks another storage than the one that it teaches. */
  isBlind = false;
  /** If set, the answer to every request, such as a refusal. */
  answer: { status: number; body: string } | null = null;
  readonly asked: string[] = [];
  /** The stored hashes by digest, and those that are deleted at the next `sync`. */
  readonly digests = new Set<string>();
  private readonly leaving = new Set<string>();
  private waiting: { key: string; added: number | null }[] = [];
  private readonly server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const { status, text } = this.serve(request.url ?? '', request.headers, body);
      response.writeHead(status).end(text);
    });
  });

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

  /** Stores what was learned, as Rspamd does once a minute. */
  sync(): void {
    for (const digest of this.leaving) this.digests.delete(digest);
    this.leaving.clear();
    const batch = this.waiting.splice(0);
    for (const { key, added } of batch) {
      if (batch.some((other) => other.key === key && other.added === null)) this.stored.delete(key);
      else this.stored.set(key, (this.stored.get(key) ?? 0) + (added ?? 0));
    }
  }

  /** Loses all data, like Redis without a disk when it restarts. */
  lose(): void {
    this.waiting = [];
    this.stored.clear();
  }

  private serve(url: string, headers: IncomingHttpHeaders, message: string): { status: number; text: string } {
    this.asked.push(url);
    if (this.answer) return { status: this.answer.status, text: this.answer.body };
    const flag = Number(headers.flag);
    const key = `${flag} ${message}`;
    if (url === '/checkv2') return { status: 200, text: JSON.stringify({ symbols: this.symbolsOf(message) }) };
    if (!this.flags.includes(flag))
      return { status: 404, text: JSON.stringify({ error: `No fuzzy rules matched for flag ${flag}` }) };
    if (url === '/fuzzydelhash') this.leaving.add(String(headers.hash));
    else this.waiting.push({ key, added: url === '/fuzzydel' ? null : Number(headers.weight) });
    return { status: 200, text: JSON.stringify({ success: true, hashes: ['589bff398e'] }) };
  }

  private symbolsOf(message: string): object {
    const found = this.flags.filter((flag) => !this.isBlind && this.stored.has(`${flag} ${message}`));
    const matches = found.map((flag) => [`FLAG_${flag}`, { score: 1, options: [`${flag}:589bff398e:1.00:txt`] }]);
    return Object.fromEntries([['MIME_GOOD', { score: 0 }], ...matches]) as object;
  }
}
