import { HashReports } from './hash-reports/hash-reports.ts';
import { MapRefresh } from './keys/map-refresh.ts';
import { Portal } from './portal.ts';
import { Rspamd } from './rspamd.ts';
import type { Settings } from './settings.ts';
import { Sources } from './sources/sources.ts';
import { Store } from './store.ts';
import { isObject, valueAt } from './system/json.ts';
import { Connection } from './tasks/connection.ts';
import { Controller } from './test-message/controller.ts';
import { Planting } from './test-message/planting.ts';
import { Collector } from './usage/collector.ts';
import { Delivery } from './usage/delivery.ts';
import { advance } from './usage/deltas.ts';

/** Answers one kind of question; null if there is nothing to say yet. */
type AnswerQuestion = (question: Record<string, unknown>) => Promise<object | null>;

/** The version of the portal's answer that this agent knows. */
const VERSION = 1;
/** How long the agent does not ask a portal that has no tasks, or answers with a newer version. */
const OFF_MS = 10 * 60_000;
const MOST_QUESTIONS = 50;
const LEAST_COLLECT_MS = 10_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

type Parts = { portal: Portal; collector: Collector; collectMs: number; kinds: Record<string, AnswerQuestion> };

/** What the portal asks for besides usage: to collect more often for a while, and answers to questions. */
export class Tasks {
  readonly #parts: Parts;
  #offUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Does what the portal asks for. Pauses for ten minutes if the portal is older or newer than this agent. */
  async run(): Promise<string | null> {
    if (Date.now() < this.#offUntil) return null;
    const text = await this.#parts.portal.tasks();
    const tasks = text === null ? null : readTasks(text);
    if (!tasks) {
      this.#offUntil = Date.now() + OFF_MS;
      return 'off: the portal has no tasks that this agent knows';
    }
    await this.#collect(tasks.collectMs);
    const answered = await this.#answer(tasks.questions);
    return answered ? `${answered} questions answered` : null;
  }

  /** Collects now if the portal asks for a shorter interval than the agent's own, but at most every 10 s. */
  async #collect(askedMs: number): Promise<void> {
    const { collector, collectMs } = this.#parts;
    const pauseMs = Math.max(askedMs, LEAST_COLLECT_MS);
    if (pauseMs < collectMs && Date.now() - collector.collectedAt >= pauseMs) await collector.collect();
  }

  async #answer(questions: Record<string, unknown>[]): Promise<number> {
    const answers = [];
    for (const question of questions) {
      const kind = String(question.kind);
      const known = Object.hasOwn(this.#parts.kinds, kind) ? this.#parts.kinds[kind] : null;
      const answer = known ? await known(question) : { kind: 'unknown' };
      if (answer) answers.push({ id: question.id, observed_at: new Date().toISOString(), answer });
    }
    if (answers.length) await this.#parts.portal.answer(JSON.stringify({ answers }));
    return answers.length;
  }
}

/** Null for an answer that this agent does not understand. */
function readTasks(text: string): { collectMs: number; questions: Record<string, unknown>[] } | null {
  let tasks: unknown;
  try {
    tasks = JSON.parse(text);
  } catch {
    return null;
  }
  const questions = valueAt(tasks, 'questions');
  if (valueAt(tasks, 'version') !== VERSION || !Array.isArray(questions)) return null;
  const seconds = Number(valueAt(tasks, 'collect_seconds'));
  const known = questions.filter((item: unknown) => isObject(item) && ID.test(String(item.id)));
  return {
    collectMs: seconds > 0 ? seconds * 1000 : Infinity,
    questions: known.filter(isObject).slice(0, MOST_QUESTIONS),
  };
}

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
  readonly #hashes: HashReports;

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
    this.#hashes = new HashReports({ settings, portal, rspamd, signal }, { readOnly: dryRun });
    this.#tasks = new Tasks({
      portal,
      collector,
      collectMs: settings.collectMs,
      kinds: { connection: new Connection(rspamd).answer, hash: this.#hashes.answer },
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

  /** Removes reported hashes, and keeps them from being learned again. */
  removeHashes = (): Promise<string | null> => this.#hashes.run();

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
