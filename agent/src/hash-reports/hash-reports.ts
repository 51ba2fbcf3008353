import { setTimeout as sleep } from 'node:timers/promises';
import type { Portal } from '../portal.ts';
import type { Rspamd } from '../rspamd.ts';
import type { Settings } from '../settings.ts';
import { describe, Failure } from '../system/failure.ts';
import { parseJson, valueAt } from '../system/json.ts';
import { Refusals } from './refusals.ts';
import { DIGEST, HashStorage, type Stored } from './storage.ts';

const OFF_MS = 10 * 60_000;
/** How often the portal hears of a host where nothing changes. */
const TELL_MS = 10 * 60_000;
/** Entries that one run looks at: few, so that 50,000 of them cost little. */
const [MOST_REMOVED, MOST_AGAIN, MOST_IN_TURN] = [100, 50, 10];
/** Every look-up takes this long, whether or not the hash is known. */
const LOOK_UP_MS = 500;

type Asked = { version: number; isComplete: boolean; refusals: [string, number][]; remove: string[] };
type Removed = { digest: string; was_stored: boolean | null };

/**
 * The host's part of the trust desk: removes hashes that the portal names, keeps them from being learned again, and
 * says what is stored under a digest. A removal is open at the portal until this host has reported it, so a step that
 * was cut off is simply done again.
 */
export class HashReports {
  readonly #portal: Portal;
  readonly #storage: HashStorage;
  readonly #stateDir: string;
  readonly #readOnly: boolean;
  #refusals: Refusals | null = null;
  #offUntil = 0;
  #told = { at: 0, text: '' };

  constructor(
    { settings, portal, rspamd, signal }: { settings: Settings; portal: Portal; rspamd: Rspamd; signal: AbortSignal },
    { readOnly }: { readOnly: boolean },
  ) {
    this.#portal = portal;
    this.#storage = new HashStorage(settings, rspamd, signal);
    this.#stateDir = settings.stateDir;
    this.#readOnly = readOnly;
  }

  /** Does what the portal asks for. Returns what was done; throws if a hash that must go is still there. */
  async run(): Promise<string | null> {
    if (this.#readOnly || Date.now() < this.#offUntil) return null;
    this.#refusals ??= new Refusals(this.#stateDir);
    const remove = await this.#fetch(this.#refusals);
    if (!remove) {
      this.#offUntil = Date.now() + OFF_MS;
      return 'off: the portal has no reports of hashes';
    }
    this.#refusals.expire();
    const removed: Removed[] = [];
    let error: string | null = null;
    try {
      if (!this.#storage.canDelete) error = 'CONTROLLER_URL is not set, so no hash can be removed';
      else {
        await this.#remove(remove.slice(0, MOST_REMOVED), removed);
        error = await this.#lookAgain(this.#refusals);
      }
    } catch (failure) {
      error = describe(failure);
    }
    await this.#tell({ version: this.#refusals.version, error, removed });
    if (error && remove.length > removed.length) throw new Failure(`hashes: ${error}`);
    return removed.length ? `removed ${removed.length} hashes` : null;
  }

  /** Answers the question what is stored under a digest, after the same time for every digest. */
  answer = async ({ digest }: Record<string, unknown>): Promise<object | null> => {
    if (typeof digest !== 'string' || !DIGEST.test(digest)) return null;
    const version = await this.#storage.version();
    const [stored] = await Promise.all([this.#look(digest), sleep(LOOK_UP_MS)]);
    return { kind: 'hash', version, flags: stored && stored.flags, since: stored && stored.since };
  };

  /** Null where Rspamd cannot tell. */
  async #look(digest: string): Promise<Stored | null> {
    if (!(await this.#storage.canInspect())) return null;
    return (await this.#storage.inspect(digest)) ?? { flags: [], since: null };
  }

  /** Applies what changed in the refusals. Returns the hashes to remove, or null if the portal is older than this. */
  async #fetch(refusals: Refusals): Promise<string[] | null> {
    for (;;) {
      const text = await this.#portal.hashes(refusals.version);
      if (text === null) return null;
      const { version, isComplete, refusals: changes, remove } = readAsked(text);
      refusals.apply(version, changes);
      if (isComplete) return remove;
    }
  }

  async #remove(digests: readonly string[], removed: Removed[]): Promise<void> {
    if (!digests.length) return;
    const found = new Map<string, boolean | null>();
    const inspects = await this.#storage.canInspect();
    for (const digest of digests) found.set(digest, inspects ? (await this.#storage.inspect(digest)) !== null : null);
    const there = digests.filter((digest) => found.get(digest) !== false);
    const gone = there.length ? await this.#storage.remove(there) : new Set<string>();
    for (const digest of digests)
      if (found.get(digest) === false || gone.has(digest))
        removed.push({ digest, was_stored: found.get(digest) ?? null });
    if (removed.length < digests.length) throw new Failure(`${digests.length - removed.length} hashes are still there`);
  }

  /**
   * Looks at new refusals a second time, and, where Rspamd can inspect, at some of the others: what was learned in the
   * meantime is removed. Returns what is wrong if Rspamd does not read the list.
   */
  async #lookAgain(refusals: Refusals): Promise<string | null> {
    refusals.noteWorkers(this.#storage.workers);
    const due = refusals.hasDue ? refusals.due(MOST_AGAIN) : [];
    const isDue = due.map(({ digest }) => digest);
    const last = due.at(-1);
    if (!(await this.#storage.canInspect())) {
      if (isDue.length) await this.#storage.remove(isDue);
      if (last) refusals.noteChecked(last.order);
      return null;
    }
    const back: string[] = [];
    for (const digest of new Set([...isDue, ...refusals.inTurn(MOST_IN_TURN)]))
      if (await this.#storage.inspect(digest)) back.push(digest);
    if (back.length) await this.#storage.remove(back);
    if (last) refusals.noteChecked(last.order);
    const learned = back.filter((digest) => !isDue.includes(digest)).length;
    return learned ? `${learned} refused hashes were stored again: does skip_hashes name ${refusals.mapFile}?` : null;
  }

  /** Tells the portal what changed, and now and then that nothing did. Safe to repeat. */
  async #tell(report: { version: number; error: string | null; removed: Removed[] }): Promise<void> {
    const text = JSON.stringify({ ...report, removed: [] });
    if (!report.removed.length && text === this.#told.text && Date.now() - this.#told.at < TELL_MS) return;
    await this.#portal.reportHashes(JSON.stringify({ ...report, error: report.error?.slice(0, 300) ?? null }));
    this.#told = { at: Date.now(), text };
  }
}

/** Throws for an answer that this agent may not act on. */
function readAsked(text: string): Asked {
  const asked = parseJson(text, 'the answer about hashes');
  const [version, refusals, remove] = ['version', 'refusals', 'remove'].map((name) => valueAt(asked, name));
  const isFine =
    valueAt(asked, 'format') === 1 &&
    Number.isSafeInteger(version) &&
    Array.isArray(refusals) &&
    refusals.every(
      (item: unknown) => Array.isArray(item) && DIGEST.test(String(item[0])) && Number.isSafeInteger(item[1]),
    ) &&
    Array.isArray(remove) &&
    remove.every((digest) => DIGEST.test(String(digest)));
  if (!isFine) throw new Failure("hashes: the portal's answer is wrong");
  return {
    version: Number(version),
    isComplete: valueAt(asked, 'is_complete') !== false,
    refusals: refusals as [string, number][],
    remove: remove as string[],
  };
}
