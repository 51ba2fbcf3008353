import type { Rspamd } from '../rspamd.ts';
import type { State, Store } from '../store.ts';
import { Failure } from '../system/failure.ts';
import { advance, reloading } from './deltas.ts';
import { enqueue } from './queue.ts';
import type { Statistics } from './statistics.ts';

/** Gets the same statistics as the collector. Handles its own failures. */
export type Follower = { take: (statistics: Statistics) => void; expectReload: () => void };

/** Turns Rspamd's counters into queued reports. */
export class Collector {
  /** Called when reports are waiting to be sent. */
  onQueued = () => {};
  follower: Follower | null = null;
  /** When the counters were last read. */
  collectedAt = 0;
  readonly #store: Store;
  readonly #rspamd: Rspamd;
  readonly #spoolBytes: number;
  #running: Promise<unknown> = Promise.resolve();

  constructor(store: Store, rspamd: Rspamd, spoolBytes: number) {
    this.#store = store;
    this.#rspamd = rspamd;
    this.#spoolBytes = spoolBytes;
  }

  /** Reads the counters and queues what was counted since the last time. Runs one at a time. */
  collect(): Promise<string> {
    const result = this.#running.then(() => this.#collect());
    this.#running = result.catch(() => {});
    return result;
  }

  /** Each worker loads a new key map in its own time, and its counters then restart at 0. */
  expectReload(): void {
    const { state } = this.#store;
    this.follower?.expectReload();
    if (state) this.#store.commit({ ...state, workers: reloading(state.workers) });
  }

  async #collect(): Promise<string> {
    const statistics = await this.#rspamd.statistics();
    const now = Date.now();
    const old = this.#store.state;
    const { workers, rows, flags } = advance(old?.workers ?? null, statistics, now);
    this.collectedAt = now;
    if (!statistics.workers.length) throw new Failure('fuzzystat: no fuzzy worker answered');
    const state: State = old
      ? { ...old, workers, queue: [...old.queue] }
      : { form: 1, next: now, nextFile: 1, collectedAt: now, workers, queue: [] };
    if (old && rows.length) {
      enqueue(this.#store, state, { from: Math.min(old.collectedAt, now), to: now, rows, flags }, this.#spoolBytes);
      state.collectedAt = now;
    }
    this.#store.commit(state);
    this.follower?.take(statistics);
    if (state.queue.length) this.onQueued();
    const checked = rows.reduce((sum, row) => sum + row[1], 0);
    return `${statistics.workers.length} workers, ${rows.length} keys, ${checked} requests since the last collection`;
  }
}
