import * as fs from 'node:fs';
import { keyIdsIn } from './keys/keys-file.ts';
import { parseVersion, type RspamdVersion } from './keys/rspamd-version.ts';
import type { Settings } from './settings.ts';
import { during, Failure } from './system/failure.ts';
import { readIfThere } from './system/files.ts';
import { run, runInShell, signalMainProcess } from './system/processes.ts';
import { exchange } from './system/request.ts';
import { readStatistics, type Statistics } from './usage/statistics.ts';

const VERSION_IS_FRESH_MS = 10 * 60_000;
/** Time within which Rspamd loads a new keys file. */
const IN_PLACE_MS = 60_000;

/** The Rspamd of this host: its counters, its version, and whether it has loaded the keys file. */
export class Rspamd {
  /** Whether statistics include the addresses that used each key. */
  readsAddresses = false;
  readonly #settings: Settings;
  readonly #signal: AbortSignal;
  #pids: string[] = [];
  #listed = { at: 0, keys: new Set<string>() };
  #asked: { version: RspamdVersion; at: number } | null = null;

  constructor(settings: Settings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
  }

  /** Asks for the counters, and returns what `reader` keeps of the answer, which contains private halves. */
  read<T>(reader: (answer: string) => T): Promise<T> {
    return during('fuzzystat', async () => reader(await this.#fuzzystat()));
  }

  async statistics(): Promise<Statistics> {
    const statistics = await this.read((text) => readStatistics(text, { withAddresses: this.readsAddresses }));
    const { workers, silent } = statistics;
    this.#pids = [...workers.map(({ pid }) => pid), ...silent];
    this.#listed = { at: Date.now(), keys: new Set(workers.flatMap(({ keys }) => Object.keys(keys))) };
    return statistics;
  }

  /** Throws if Rspamd lacks keys a minute after they were written: its configuration may name another file. */
  compareKeys(): string | null {
    const { keysFile } = this.#settings;
    const writtenAt = fs.statSync(keysFile, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (this.#listed.at - writtenAt < IN_PLACE_MS) return null;
    const ids = keyIdsIn(readIfThere(keysFile));
    const unknown = ids.filter((id) => !this.#listed.keys.has(id)).length;
    if (unknown)
      throw new Failure(
        `Rspamd does not know ${unknown} of the ${ids.length} keys in ${keysFile}: does it read this file?`,
      );
    return `${ids.length} keys are known to Rspamd`;
  }

  async version(): Promise<RspamdVersion> {
    const { rspamdVersion, rspamadm } = this.#settings;
    if (rspamdVersion) return parseVersion(rspamdVersion);
    if (!this.#asked || Date.now() - this.#asked.at > VERSION_IS_FRESH_MS) {
      const text = await during(`${rspamadm} --version`, () => run(rspamadm, ['--version'], this.#signal));
      this.#asked = { version: parseVersion(text), at: Date.now() };
    }
    return this.#asked.version;
  }

  /** The fuzzy workers when the counters were last read; empty before. */
  get workers(): string {
    return this.#pids.toSorted().join(' ');
  }

  /** Whether the counters were read since this program started. */
  get hasAnswered(): boolean {
    return this.#pids.length > 0;
  }

  /** Whether it listed all these keys when the counters were last read. */
  knows = (ids: string[]): boolean => ids.every((id) => this.#listed.keys.has(id));

  /** Returns false if no process is known that could be told: Rspamd is not running, or still starting. */
  async reload(): Promise<boolean> {
    const { reloadCommand } = this.#settings;
    if (reloadCommand) await during('reload', () => runInShell(reloadCommand, this.#signal));
    else signalMainProcess(this.#pids);
    return reloadCommand !== null || this.hasAnswered;
  }

  async #fuzzystat(): Promise<string> {
    const { socket, fuzzystatCommand } = this.#settings;
    if (fuzzystatCommand) return runInShell(fuzzystatCommand, this.#signal);
    const { status, body } = await exchange(`unix:${socket}:/fuzzystat`, { signal: this.#signal });
    if (status !== 200) throw new Failure(`status ${status}`);
    return body.toString('utf8');
  }
}
