import { MapRefresh } from './keys/map-refresh.ts';
import { Portal } from './portal.ts';
import { Rspamd } from './rspamd.ts';
import type { Settings } from './settings.ts';
import { Sources } from './sources/sources.ts';
import { Store } from './store.ts';
import { Connection } from './tasks/connection.ts';
import { Tasks } from './tasks/tasks.ts';
import { Collector } from './usage/collector.ts';
import { Delivery } from './usage/delivery.ts';
import { advance } from './usage/deltas.ts';
import { Controller } from './test-message/controller.ts';
import { Planting } from './test-message/planting.ts';

export type AgentOptions = { allowShrink?: boolean; dryRun?: boolean; signal?: AbortSignal };

/** The agent's tasks. Each throws a Failure if it fails, and can be repeated at any time. */
export class Agent {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  readonly store: Store;
  readonly #rspamd: Rspamd;
  readonly #collector: Collector;
  readonly #delivery: Delivery;
  readonly #map: MapRefresh;
  readonly #planting: Planting | null;
  readonly #sources: Sources | null;
  readonly #tasks: Tasks;

  constructor(settings: Settings, options: AgentOptions = {}) {
    const { allowShrink = false, dryRun = false, signal = new AbortController().signal } = options;
    this.settings = settings;
    this.signal = signal;
    const store = new Store(settings.stateDir, { readOnly: dryRun });
    const rspamd = new Rspamd(settings, signal);
    const portal = new Portal(settings, signal);
    const collector = new Collector(store, rspamd, settings.spoolBytes);
    this.store = store;
    this.#rspamd = rspamd;
    this.#collector = collector;
    this.#delivery = new Delivery(settings, store, { post: (body) => portal.report(body) });
    this.#map = new MapRefresh(settings, allowShrink, { store, rspamd, portal, collector });
    const controller = settings.controller ? new Controller(settings, signal) : null;
    this.#planting = controller && new Planting({ settings, portal, controller });
    this.#sources = settings.sourcesSecretFile ? new Sources(settings, portal, { readOnly: dryRun }) : null;
    rspamd.readsAddresses = this.#sources !== null;
    collector.follower = this.#sources;
    this.#tasks = new Tasks({
      portal,
      collector,
      collectMs: settings.collectMs,
      kinds: { connection: new Connection(rspamd).answer },
    });
  }

  /** Called when reports are waiting to be sent. */
  set onQueued(listener: () => void) {
    this.#collector.onQueued = listener;
  }

  /** Reads the counters and queues what was counted since the last time. */
  collect = (): Promise<string> => this.#collector.collect();

  /** Throws if Rspamd lacks keys a minute after they were written. */
  compareKeys = async (): Promise<string | null> => this.#rspamd.compareKeys();

  /** Fetches the key map and writes it if it changed. Returns what changed. */
  refreshMap = (): Promise<string | null> => this.#map.refresh();

  /** Collects faster and answers questions while the portal asks for it. */
  runTasks = (): Promise<string | null> => this.#tasks.run();

  /** Sends the first waiting report. Returns null if none is waiting. */
  deliver = (): Promise<string | null> => this.#delivery.deliver();

  /** Makes the storage learn the portal's test messages again if it has lost them. Null without the setting. */
  get plant(): (() => Promise<string | null>) | null {
    const planting = this.#planting;
    return planting && (() => planting.plant());
  }

  /** Reports which sources used each key; null without a secret for their pseudonyms. */
  get reportSources(): (() => Promise<string | null>) | null {
    const sources = this.#sources;
    return sources && (() => sources.run());
  }

  /** Describes what --once would do. */
  async rehearse(): Promise<string> {
    const statistics = await this.#rspamd.statistics();
    const { rows } = advance(this.store.state?.workers ?? null, statistics, Date.now());
    const counted = rows.filter(([, ...counts]) => counts.some((count) => count > 0)).length;
    return [
      `Statistics: ${statistics.workers.length} workers, ${rows.length} keys, ${counted} of them used since the last report.`,
      `Reports waiting: ${this.store.state?.queue.length ?? 0}.`,
      `Key map: ${await this.#map.rehearse()}`,
      ...(this.#planting ? [`Test message: ${await this.#planting.rehearse()}`] : []),
    ].join('\n');
  }
}
