import * as fs from 'node:fs';
import path from 'node:path';
import type { Settings } from '../settings.ts';
import type { Queued, Store } from '../store.ts';
import { Failure } from '../system/failure.ts';
import { log } from '../system/log.ts';
import { bodiesOf, partsOf, type Report } from './report.ts';

/** How long a report that the portal refuses as invalid is retried before it is set aside. */
const REFUSED_FOR_MS = 24 * 60 * 60_000;
const MAX_SET_ASIDE = 100;

/** Where reports are sent, and the bodies that one report is sent in: at most as many as `partsOf` says. */
export type Destination = {
  post: (body: string) => Promise<void>;
  bodiesOf: (report: Report, sequence: number) => string[];
};

/** Sends the queued reports to the portal. */
export class Delivery {
  readonly #settings: Settings;
  readonly #store: Store;
  readonly #to: Destination;

  constructor(settings: Settings, store: Store, to: Pick<Destination, 'post'> & Partial<Destination>) {
    this.#settings = settings;
    this.#store = store;
    this.#to = { bodiesOf, ...to };
  }

  /** Sends the first waiting report. Returns null if none is waiting. */
  async deliver(): Promise<string | null> {
    const head = this.#store.state?.queue[0];
    if (!head) return null;
    const report = this.#store.read(head);
    if (!report) {
      this.#drop(head);
      throw new Failure(`the report in ${head.file} is damaged or missing, and is dropped`);
    }
    for (const body of this.#to.bodiesOf(report, head.sequence ?? 0)) await this.#post(body, head);
    this.#drop(head);
    return `reported ${head.rows} keys, sequence ${String(head.sequence)}`;
  }

  async #post(body: string, head: Queued): Promise<void> {
    try {
      await this.#to.post(body);
    } catch (error) {
      const status = error instanceof Failure ? error.status : 0;
      if (status === 409) this.#renumber(head);
      if ([400, 413, 422].includes(status)) this.#noteRefusal(head);
      throw error;
    }
  }

  #drop(head: Queued): void {
    const { state } = this.#store;
    if (state) this.#store.commit({ ...state, queue: state.queue.filter(({ file }) => file !== head.file) });
  }

  #change(head: Queued, changes: Partial<Queued>, next?: number): void {
    const { state } = this.#store;
    if (!state) return;
    const queue = state.queue.map((item) => (item.file === head.file ? { ...item, ...changes } : item));
    this.#store.commit({ ...state, queue, next: next ?? state.next });
  }

  /** Another host, or an older copy of our state, used this sequence: the portal does not have our report yet. */
  #renumber(head: Queued): void {
    const sequence = Math.max(this.#store.state?.next ?? 0, Date.now());
    this.#change(head, { sequence }, sequence + partsOf(head.rows));
    log(
      'warning',
      `sequence ${String(head.sequence)} was used for another report: do two hosts have the name ${this.#settings.name}?`,
    );
  }

  /** Gives the portal a day to be fixed, then sets the report aside so that it does not block the others. */
  #noteRefusal(head: Queued): void {
    if (head.refusedAt === null) return this.#change(head, { refusedAt: Date.now() });
    if (Date.now() - head.refusedAt < REFUSED_FOR_MS) return;
    const folder = path.join(this.#store.folder, 'refused');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.copyFileSync(path.join(this.#store.spool, head.file), path.join(folder, `${String(head.sequence)}.json`));
    for (const file of fs.readdirSync(folder).sort().slice(0, -MAX_SET_ASIDE)) fs.rmSync(path.join(folder, file));
    this.#drop(head);
    log('error', `the portal refused report ${String(head.sequence)} for a day: it is kept in ${folder}`);
  }
}
