import path from 'node:path';
import type { Portal } from '../portal.ts';
import type { Settings } from '../settings.ts';
import { Store, type State } from '../store.ts';
import { describe, Failure } from '../system/failure.ts';
import { isObject, parseJson, valueAt } from '../system/json.ts';
import { log } from '../system/log.ts';
import type { Follower } from '../usage/collector.ts';
import { Delivery } from '../usage/delivery.ts';
import { reloading } from '../usage/deltas.ts';
import { enqueue } from '../usage/queue.ts';
import type { Statistics } from '../usage/statistics.ts';
import { type Named, Pseudonyms, readSecret } from './pseudonyms.ts';
import { advanceSources, nameOf, partsOfName, type SeenSources } from './source-deltas.ts';
import { sourceBodies, type Extra } from './source-report.ts';

/** Pseudonyms only: no address is in this file or in a waiting report. */
type SourceState = State & { secretId: string; sources: SeenSources };

/** The keys whose owners show addresses; and keys that replaced another key of their owner, with that key's id. */
type Wanted = { shown: ReadonlySet<string>; renewed: ReadonlyMap<string, string> };

/** The version of the portal's answer that this agent knows. */
const VERSION = 1;
/** How long the agent does not ask a portal that has no sources, or answers with a newer version. */
const OFF_MS = 10 * 60_000;

/**
 * Counts the sources of each key and reports them under pseudonyms. Like usage, each request is reported exactly once,
 * but from a separate folder. Turns itself off while the portal is older or newer than this agent.
 */
export class Sources implements Follower {
  readonly #settings: Settings;
  readonly #portal: Portal;
  readonly #pseudonyms: Pseudonyms;
  readonly #store: Store<SourceState>;
  readonly #delivery: Delivery;
  #shown: Wanted['shown'] = new Set();
  #renewed: Wanted['renewed'] = new Map();
  /** What is added to the rows of these keys, as last read, by row name (`nameOf`). */
  #extras = new Map<string, Extra>();
  #etag: string | null = null;
  #isOn: boolean;
  /** The statistics that were read before the portal was first asked. */
  #early: Statistics | null = null;
  #offUntil = 0;
  #reportedAt = 0;
  #failure: Failure | null = null;

  constructor(settings: Settings, portal: Portal, { readOnly }: { readOnly: boolean }) {
    this.#settings = settings;
    this.#portal = portal;
    this.#pseudonyms = new Pseudonyms(readSecret(settings.sourcesSecretFile ?? ''));
    this.#store = new Store<SourceState>(path.join(settings.stateDir, 'sources'), { readOnly });
    this.#isOn = this.#store.state !== null;
    this.#delivery = new Delivery(settings, this.#store, {
      post: (body) => portal.reportSources(body),
      bodiesOf: (report, sequence) =>
        sourceBodies(report, {
          sequence,
          secretId: this.#pseudonyms.secretId,
          extraOf: (name) => this.#extras.get(name) ?? {},
        }),
    });
    log('info', `sources: reported under the secret ${this.#pseudonyms.secretId}`);
  }

  /**
   * Counts the requests of each source in `statistics`. An error is thrown by the next `run` instead, so that it does not
   * stop the usage reports.
   */
  take(statistics: Statistics): void {
    if (this.#isOn) this.#guard(() => this.#take(statistics));
    else if (!this.#offUntil) this.#early = statistics;
  }

  expectReload(): void {
    const { state } = this.#store;
    if (state) this.#guard(() => this.#store.commit({ ...state, workers: reloading(state.workers) }));
  }

  /** Asks what the portal wants to know, and sends the waiting reports every five minutes. */
  async run(): Promise<string | null> {
    if (Date.now() < this.#offUntil) return null;
    const early = this.#early;
    this.#early = null;
    if (!(await this.#ask())) {
      this.#isOn = false;
      this.#offUntil = Date.now() + OFF_MS;
      return 'off: the portal does not ask for sources in a form that this agent knows';
    }
    this.#isOn = true;
    if (early) this.take(early);
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure;
    if (Date.now() - this.#reportedAt < this.#settings.sourcesMs) return null;
    let reports = 0;
    while (await this.#delivery.deliver()) reports++;
    this.#reportedAt = Date.now();
    return `${reports} reports sent, ${this.#shown.size} keys show addresses`;
  }

  /** Asks which keys show addresses or are renewed. False if the portal has no sources, or answers with another version. */
  async #ask(): Promise<boolean> {
    const answer = await this.#portal.sources(this.#etag);
    if (answer === 'same') return true;
    this.#etag = null;
    let wanted: Wanted | null = null;
    try {
      wanted = answer && readWanted(answer.text);
    } finally {
      this.#expect(wanted ?? { shown: new Set(), renewed: new Map() });
    }
    if (wanted) this.#etag = answer?.etag ?? null;
    return wanted !== null;
  }

  /**
   * Sets what the portal wants to know. Of what was read before, keeps only what it still wants: another key's change
   * must not delay a name or an address.
   */
  #expect({ shown, renewed }: Wanted): void {
    for (const [name, { address, was }] of this.#extras) {
      const [key] = partsOfName(name);
      this.#extras.set(name, {
        ...(address !== undefined && shown.has(key) && { address }),
        ...(was !== undefined && renewed.get(key) === this.#renewed.get(key) && { was }),
      });
    }
    this.#shown = shown;
    this.#renewed = renewed;
  }

  #take(statistics: Statistics): void {
    const now = Date.now();
    const { secretId } = this.#pseudonyms;
    const before = this.#store.state;
    const old = before?.secretId === secretId ? before : null;
    const extras = new Map<string, Extra>();
    const counted = advanceSources(old, statistics, now, (key, address) => {
      const named = this.#pseudonyms.of(key, address);
      const was = this.#pseudonymBefore(key, address, named);
      const name = nameOf(key, named);
      if (this.#shown.has(key)) extras.set(name, { address, ...was });
      else if (was.was !== undefined) extras.set(name, { ...extras.get(name), ...was });
      return named;
    });
    this.#pseudonyms.tidy();
    this.#extras = extras;
    const { workers, sources, rows } = counted;
    // An empty report says that this host works. Without it the portal mails about no silent source, because this host
    // may be the cause.
    const isDue = rows.length > 0 || now - (old?.collectedAt ?? now) >= this.#settings.sourcesMs;
    const fresh = {
      form: 1 as const,
      next: Math.max(now, before?.next ?? 0),
      nextFile: before?.nextFile ?? 1,
      queue: [],
    };
    const state: SourceState = {
      ...(old ?? fresh),
      workers,
      sources,
      secretId,
      collectedAt: old && !isDue ? old.collectedAt : now,
      queue: [...(old?.queue ?? [])],
    };
    if (old && isDue) {
      const report = { from: Math.min(old.collectedAt, now), to: now, rows };
      enqueue(this.#store, state, report, this.#settings.spoolBytes);
    }
    this.#store.commit(state);
  }

  /** Under which pseudonym the portal may know the source: that of the replaced key, or that of its whole address. */
  #pseudonymBefore(key: string, address: string, { source, address: whole }: Named): Pick<Extra, 'was'> {
    const replaced = this.#renewed.get(key);
    if (replaced !== undefined) return { was: this.#pseudonyms.of(replaced, address).source };
    return whole === source ? {} : { was: whole };
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failure = new Failure(`sources: ${describe(error)}`);
      log('error', `sources: ${describe(error)}`);
    }
  }
}

/** Reads the portal's answer. Null for another version. */
function readWanted(text: string): Wanted | null {
  const answer = parseJson(text, 'what the portal asks about sources');
  const [shown, renewed] = [valueAt(answer, 'shown_keys'), valueAt(answer, 'renewed_keys')];
  if (valueAt(answer, 'version') !== VERSION || !Array.isArray(shown)) return null;
  const pairs = (Array.isArray(renewed) ? renewed : [])
    .filter(isObject)
    .map(({ key_id: key, before }) => [String(key), String(before)] as const);
  return { shown: new Set(shown.map(String)), renewed: new Map(pairs) };
}
