import * as fs from 'node:fs';
import path from 'node:path';
import { readIfThere, writeWhole } from '../system/files.ts';
import { valueAt } from '../system/json.ts';
import { DIGEST } from './storage.ts';

/** A refused hash: until when, in seconds of UNIX time; in which order this host learned of it, and when (ms). */
type Entry = [digest: string, until: number, order: number, at: number];
type Refusal = { until: number; order: number; at: number };

/** Rspamd may learn a hash until it has read the new list, so each new entry is looked at again after this time. */
const AGAIN_MS = 90_000;

/**
 * The hashes that this storage must not learn again: `refused-hashes.map`, which Rspamd reads (`skip_hashes`), and what
 * the agent knows besides, `refused-hashes.json`. The map is written first: if the process dies in between, the version
 * is still the old one, and the portal sends the same changes again.
 */
export class Refusals {
  version = 0;
  readonly #folder: string;
  readonly #entries = new Map<string, Refusal>();
  #next = 1;
  #checked = 0;
  #nextEnd = Infinity;
  #turn = 0;
  #workers = '';
  #notBefore = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#read();
  }

  get size(): number {
    return this.#entries.size;
  }

  get mapFile(): string {
    return path.join(this.#folder, 'refused-hashes.map');
  }

  /** Takes over what changed. An `until` of 0 ends a refusal. Writes nothing if nothing changed. */
  apply(version: number, changes: readonly (readonly [digest: string, until: number])[]): void {
    const now = Date.now();
    for (const [digest, until] of changes) {
      if (until * 1000 <= now) this.#entries.delete(digest);
      else this.#entries.set(digest, { until, order: this.#next++, at: now });
    }
    if (changes.length || version !== this.version || !fs.existsSync(this.mapFile)) this.#write(version);
  }

  /** Forgets refusals that have ended. */
  expire(): void {
    const now = Date.now();
    if (this.#nextEnd > now) return;
    for (const [digest, { until }] of this.#entries) if (until * 1000 <= now) this.#entries.delete(digest);
    this.#write(this.version);
  }

  /** The oldest entries that are due for their second look, at most `most`. `order` goes to `noteChecked`. */
  due(most: number): { digest: string; order: number }[] {
    const due = [];
    if (Date.now() < this.#notBefore) return [];
    // sorted below, because an entry that is changed keeps its place in the map
    for (const [digest, { order, at }] of this.#entries) {
      if (order > this.#checked && at + AGAIN_MS <= Date.now()) due.push({ digest, order });
    }
    return due.toSorted((a, b) => a.order - b.order).slice(0, most);
  }

  noteChecked(order: number): void {
    this.#checked = order;
    const state = { checked: order, workers: this.#workers };
    writeWhole(path.join(this.#folder, 'refused-checked.json'), JSON.stringify(state));
  }

  /** New workers may learn refused hashes until they have read the list, so all entries are due again then. */
  noteWorkers(workers: string): void {
    if (workers === '' || workers === this.#workers) return;
    const isFirst = this.#workers === '';
    this.#workers = workers;
    this.#notBefore = isFirst ? 0 : Date.now() + AGAIN_MS;
    this.noteChecked(isFirst ? this.#checked : 0);
  }

  get hasDue(): boolean {
    return this.#next - 1 > this.#checked;
  }

  /** The next few entries in turn: over many runs, all of them. */
  inTurn(most: number): string[] {
    const all = [...this.#entries.keys()];
    const taken = all.slice(this.#turn, this.#turn + most);
    this.#turn = this.#turn + most >= all.length ? 0 : this.#turn + most;
    return taken;
  }

  #write(version: number): void {
    const text = [...this.#entries.keys()].map((digest) => `${digest}\n`).join('');
    writeWhole(this.mapFile, text, { mode: 0o644 });
    const entries = [...this.#entries].map(([digest, { until, order, at }]): Entry => [digest, until, order, at]);
    writeWhole(path.join(this.#folder, 'refused-hashes.json'), JSON.stringify({ version, next: this.#next, entries }));
    this.version = version;
    this.#nextEnd = this.#soonest();
  }

  #soonest = (): number =>
    [...this.#entries.values()].reduce((soonest, { until }) => Math.min(soonest, until * 1000), Infinity);

  /** A damaged file counts as none: the portal then sends all refusals again. */
  #read(): void {
    const stored = readJson(path.join(this.#folder, 'refused-hashes.json'));
    const entries = valueAt(stored, 'entries');
    if (!Array.isArray(entries)) return;
    for (const [digest, until, order, at] of entries as Entry[])
      if (DIGEST.test(digest)) this.#entries.set(digest, { until, order, at });
    this.version = Number(valueAt(stored, 'version')) || 0;
    this.#next = Number(valueAt(stored, 'next')) || 1;
    const looked = readJson(path.join(this.#folder, 'refused-checked.json'));
    this.#checked = Number(valueAt(looked, 'checked')) || 0;
    const workers = valueAt(looked, 'workers');
    this.#workers = typeof workers === 'string' ? workers : '';
    this.#nextEnd = this.#soonest();
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readIfThere(file) ?? 'null');
  } catch {
    return null;
  }
}
