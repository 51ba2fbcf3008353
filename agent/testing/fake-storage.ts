import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';

type Counts = [checked: number, hits: number, errors: number];

const NONE: Counts = [0, 0, 0];
/** The counters as fuzzystat prints them. */
const numbersOf = ([checked, matched, errors]: Counts) => ({ checked, matched, errors, added: 0, deleted: 0 });
const add = (a: Counts, b: Counts): Counts => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

type Worker = { pid: number; content: string; keys: Map<string, Counts>; ips: Map<string, Map<string, Counts>> };

const ADDRESS = '192.0.2.77';

/**
 * A fuzzy storage behind a control socket. Like Rspamd 4.1, its workers count for each key of the keys file, restart at
 * 0 when that file changes, and answer with private halves. Knows all counts, and which of them were lost because no
 * answer contained them before a reset.
 */
export class FakeStorage {
  /** The counts that can be reported: all counts except those lost in a reset before an answer contained them. */
  readonly truth = new Map<string, Counts>();
  /** Called before and after each response to fuzzystat. */
  onAsked: (moment: 'fuzzystat asked' | 'fuzzystat answered') => void = () => {};
  private workers: Worker[];
  private told = new Map<string, Counts>();
  private nextPid = 100;
  /** The answer to another command of the control socket; null: the command is unknown. */
  onControl: (url: string) => object | null = () => null;
  private readonly server = createServer(({ url = '' }, response) => {
    if (url !== '/fuzzystat') {
      const answer = this.onControl(url);
      return void response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
    }
    this.onAsked('fuzzystat asked');
    response.end(this.answer(), () => this.onAsked('fuzzystat answered'));
  });

  readonly socket: string;
  private readonly keysFile: string;
  private readonly count: number;

  constructor(keysFile: string, socket: string, count: number) {
    this.keysFile = keysFile;
    this.socket = socket;
    this.count = count;
    this.workers = Array.from({ length: count }, () => this.newWorker());
  }

  async start(): Promise<void> {
    rmSync(this.socket, { force: true });
    await new Promise<void>((resolve) => this.server.listen(this.socket, resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Counts a subscriber's request at one of the workers. */
  request(key: string, counts: Counts, worker = 0, address = ADDRESS): void {
    this.reread();
    const { keys, ips } = this.workers[worker % this.count] ?? {};
    const before = keys?.get(key);
    if (!keys || !before) return; // a key that is not in the map gets no answer
    keys.set(key, add(before, counts));
    const ofKey = ips?.get(key) ?? new Map<string, Counts>();
    ips?.set(key, ofKey.set(address, add(ofKey.get(address) ?? NONE, counts)));
    this.truth.set(key, add(this.truth.get(key) ?? NONE, counts));
  }

  /** Forgets an address, as Rspamd does: it keeps only the 1,024 latest addresses of a key. */
  forget(key: string, address: string): void {
    for (const { ips } of this.workers) ips.get(key)?.delete(address);
  }

  keys(): string[] {
    this.reread();
    return [...(this.workers[0]?.keys.keys() ?? [])];
  }

  /** New processes, as after a crash or a reload. */
  restart(): void {
    this.lose(this.workers);
    this.workers = this.workers.map(() => this.newWorker());
  }

  /** Each worker loads a changed file before it does anything else. */
  private reread(): void {
    const content = this.content();
    for (const [index, worker] of this.workers.entries()) {
      if (worker.content === content) continue;
      this.lose([worker]);
      this.workers[index] = { ...this.newWorker(), pid: worker.pid };
    }
  }

  private lose(workers: Worker[]): void {
    for (const { pid, keys } of workers)
      for (const [key, [checked, hits, errors]] of keys) {
        const told = this.told.get(`${pid} ${key}`) ?? NONE;
        const lost: Counts = [told[0] - checked, told[1] - hits, told[2] - errors];
        this.truth.set(key, add(this.truth.get(key) ?? NONE, lost));
        this.told.delete(`${pid} ${key}`);
      }
  }

  private newWorker(): Worker {
    const content = this.content();
    const keys = (JSON.parse(content) as { pubkey: string }[]).map(({ pubkey }) => [keyId(pubkey), NONE] as const);
    return { pid: this.nextPid++, content, keys: new Map(keys), ips: new Map() };
  }

  private content = () => (existsSync(this.keysFile) ? readFileSync(this.keysFile, 'utf8') : '[]');

  private answer(): string {
    this.reread();
    const entries = JSON.parse(this.content()) as { pubkey: string; privkey: string; extensions: object }[];
    const workers = this.workers.map(({ pid, keys, ips }) => {
      const listed = entries.map(({ pubkey, privkey, extensions }) => {
        const counts = keys.get(keyId(pubkey)) ?? NONE;
        this.told.set(`${pid} ${keyId(pubkey)}`, counts);
        const keypair = { pubkey: pubkey + privkey, id: privkey, extensions };
        const listedIps = [...(ips.get(keyId(pubkey)) ?? [[ADDRESS, counts] as const])];
        const named = Object.fromEntries(listedIps.map(([address, ofIp]) => [address, numbersOf(ofIp)]));
        return [keyId(pubkey), { ...numbersOf(counts), ips: named, keypair }];
      });
      return [pid, { type: 'fuzzy', status: 0, data: { keys: Object.fromEntries(listed) as object } }];
    });
    return JSON.stringify({ workers: Object.fromEntries(workers) as object });
  }
}

/** The key's first 8 bytes in base32: the first 13 letters, without the highest bit of the 13th. */
function keyId(publicKey: string): string {
  const letters = 'ybndrfg8ejkmcpqxot1uwisza345h769';
  return publicKey.slice(0, 12) + letters.charAt(letters.indexOf(publicKey.charAt(12)) & 15);
}
