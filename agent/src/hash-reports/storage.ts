import { setTimeout as sleep } from 'node:timers/promises';
import { canInspect } from '../keys/rspamd-version.ts';
import type { Rspamd } from '../rspamd.ts';
import type { Settings } from '../settings.ts';
import { during, Failure } from '../system/failure.ts';
import { isObject, parseJson, valueAt } from '../system/json.ts';
import { exchange } from '../system/request.ts';

/** What the storage has under a digest: its lists by flag, with weights, and when it was first learned. */
export type Stored = { flags: { flag: number; value: number }[]; since: number | null };

export const DIGEST = /^[\da-f]{128}$/;
/** The lists' flags. Rspamd deletes a digest from all lists; the flag only chooses a rule that may write. */
const FLAGS = ['8', '1'];
/** Rspamd hands a deletion from worker to worker before it can be written. */
const HAND_OVER_MS = 300;
/** How often, and how long, a deletion is looked for. */
const [LOOK_MS, LOOKS] = [300, 10];

/** Asks Rspamd about single hashes, and deletes them. */
export class HashStorage {
  readonly #settings: Settings;
  readonly #rspamd: Rspamd;
  readonly #signal: AbortSignal;

  constructor(settings: Settings, rspamd: Rspamd, signal: AbortSignal) {
    this.#settings = settings;
    this.#rspamd = rspamd;
    this.#signal = signal;
  }

  get canDelete(): boolean {
    return this.#settings.controller !== null;
  }

  /** Rspamd's fuzzy workers; empty while they are not known. */
  get workers(): string {
    return this.#rspamd.workers;
  }

  canInspect = async (): Promise<boolean> => canInspect(await this.#rspamd.version());
  version = async (): Promise<string> => (await this.#rspamd.version()).join('.');

  /** What is stored under the digest; null: nothing. Needs an Rspamd that can inspect. */
  async inspect(digest: string): Promise<Stored | null> {
    const workers = valueAt(await this.#control(`/fuzzyhash?digest=${digest}`), 'workers');
    const answers = Object.values(isObject(workers) ? workers : {}).map((worker) => valueAt(worker, 'data'));
    // a worker whose Redis does not answer says nothing, which does not mean that nothing is stored
    const said = answers.find((data) => typeof valueAt(data, 'found') === 'boolean');
    if (!said) throw new Failure('fuzzyhash: no fuzzy worker answered');
    return valueAt(said, 'found') === true ? readStored(said) : null;
  }

  /**
   * Deletes the digests, and has Rspamd write that at once. Safe to repeat. Returns those that are gone: where Rspamd
   * can inspect, those that it does not find; else all, because it has confirmed each deletion.
   */
  async remove(digests: readonly string[]): Promise<Set<string>> {
    for (const digest of digests) await this.#delete(digest);
    for (let times = 0; times < 2; times++) {
      await sleep(HAND_OVER_MS);
      await this.#control('/fuzzysync');
    }
    if (!(await this.canInspect())) return new Set(digests);
    const gone = new Set<string>();
    for (let look = 0; look < LOOKS && gone.size < digests.length; look++) {
      if (look > 0) await sleep(LOOK_MS);
      for (const digest of digests) if (!gone.has(digest) && !(await this.inspect(digest))) gone.add(digest);
    }
    return gone;
  }

  async #delete(digest: string): Promise<void> {
    let refusal = 'no reason given';
    for (const flag of FLAGS) {
      const answer = await during('fuzzydelhash', () =>
        exchange(`${this.#settings.controller ?? ''}/fuzzydelhash`, {
          ...{ method: 'POST', headers: { flag, hash: digest }, body: '', signal: this.#signal },
        }),
      );
      const said = parseJson(answer.body.toString('utf8'), 'the answer of fuzzydelhash');
      if (answer.status === 200 && valueAt(said, 'success') === true) return;
      const error = valueAt(said, 'error');
      refusal = `status ${answer.status}, ${typeof error === 'string' ? error.slice(0, 100) : 'no reason given'}`;
      if (answer.status !== 404) break; // 404: no rule for this flag
    }
    throw new Failure(`fuzzydelhash: ${refusal}`);
  }

  #control(path: string): Promise<unknown> {
    const name = path.split('?')[0] ?? path;
    return during(name, async () => {
      const { status, body } = await exchange(`unix:${this.#settings.socket}:${path}`, { signal: this.#signal });
      if (status !== 200) throw new Failure(`status ${status}`);
      return parseJson(body.toString('utf8'), 'the answer');
    });
  }
}

function readStored(data: unknown): Stored {
  const extra = valueAt(data, 'extra_flags');
  const more: unknown[] = Array.isArray(extra) ? extra : [];
  const all = [data, ...more].map((each) => ({
    flag: Number(valueAt(each, 'flag')),
    value: Number(valueAt(each, 'value')),
  }));
  const since = valueAt(data, 'created');
  return {
    flags: all.filter(({ flag, value }) => Number.isSafeInteger(flag) && Number.isSafeInteger(value)).slice(0, 8),
    since: Number.isSafeInteger(since) && Number(since) > 0 ? Number(since) : null,
  };
}
