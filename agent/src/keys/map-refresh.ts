import type { Portal } from '../portal.ts';
import type { Rspamd } from '../rspamd.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store.ts';
import { describe, Failure } from '../system/failure.ts';
import { hashOf, readIfThere, writeKeys } from '../system/files.ts';
import { log } from '../system/log.ts';
import type { Collector } from '../usage/collector.ts';
import { readKeyMap } from './key-map.ts';
import { countKeys, keyIdsIn, renderKeys } from './keys-file.ts';
import { knowsSuspended } from './rspamd-version.ts';

/** How long a new map waits for the counters if Rspamd is running but does not report them. */
const WAITS_MS = 60_000;

type Parts = { store: Store; rspamd: Rspamd; portal: Portal; collector: Collector };

/** Keeps the keys file in sync with the portal's key map. */
export class MapRefresh {
  readonly #settings: Settings;
  readonly #allowShrink: boolean;
  readonly #parts: Parts;
  /** Since when a new map has been waiting for the counters; 0 if no map is waiting. */
  #waitsSince = 0;

  constructor(settings: Settings, allowShrink: boolean, parts: Parts) {
    this.#settings = settings;
    this.#allowShrink = allowShrink;
    this.#parts = parts;
  }

  /** Fetches the key map and writes it if it changed. Returns what changed. */
  async refresh(): Promise<string | null> {
    const { keysFile, form } = this.#settings;
    const { store, rspamd, portal } = this.#parts;
    const version = await rspamd.version();
    const variant = `${form} ${knowsSuspended(version) ? 'whole' : 'without suspended'}`;
    const inPlace = readIfThere(keysFile);
    const isKnown = store.map?.variant === variant && inPlace !== null && store.map.hash === hashOf(inPlace);
    if (isKnown) await this.#reloadLater(inPlace);
    const fetched = await portal.keyMap(isKnown ? (store.map?.etag ?? null) : null);
    if (!fetched) return null;
    const { text, etag } = fetched;
    const entries = readKeyMap(text);
    this.#assertNotShrunken(entries.length, inPlace);
    const keys = renderKeys(form, version, entries, text);
    const isNew = keys !== inPlace;
    const mustReload = form === 'static' && (isNew || store.map?.mustReload === true);
    const isLoaded = isNew || mustReload ? await this.#replace({ keys, isNew, mustReload, variant, inPlace }) : true;
    store.commitMap({ etag, hash: hashOf(keys), entries: entries.length, variant, mustReload: !isLoaded });
    return isNew || mustReload ? `${entries.length} keys written to ${keysFile}` : null;
  }

  /** Describes what `refresh` would do. Throws if the map cannot be fetched or would be refused. */
  async rehearse(): Promise<string> {
    const { keysFile, form } = this.#settings;
    const { text } = (await this.#parts.portal.keyMap(null)) ?? { text: '' };
    const inPlace = readIfThere(keysFile);
    const entries = readKeyMap(text);
    this.#assertNotShrunken(entries.length, inPlace);
    const isSame = renderKeys(form, await this.#parts.rspamd.version(), entries, text) === inPlace;
    return `${entries.length} keys, all pairs valid; ${keysFile} ${isSame ? 'is up to date' : 'would be written'}.`;
  }

  /** Returns false if Rspamd must be reloaded later. */
  async #replace(change: {
    keys: string;
    isNew: boolean;
    mustReload: boolean;
    variant: string;
    inPlace: string | null;
  }): Promise<boolean> {
    const { store, rspamd } = this.#parts;
    const { keys, isNew, mustReload, variant, inPlace } = change;
    const before = { etag: null, hash: '', entries: this.#entriesBefore(inPlace), variant, mustReload };
    await this.#collectBefore();
    if (mustReload) store.commitMap(before); // a crash after this line repeats the reload
    if (isNew) writeKeys(this.#settings.keysFile, keys);
    return mustReload ? rspamd.reload() : true;
  }

  /** Once an Rspamd that did not answer when the keys were written answers: it may have read its files before. */
  async #reloadLater(inPlace: string): Promise<void> {
    const { store, rspamd } = this.#parts;
    if (!store.map?.mustReload || !rspamd.hasAnswered) return;
    if (!rspamd.knows(keyIdsIn(inPlace))) {
      await this.#collectBefore();
      await rspamd.reload();
    }
    store.commitMap({ ...store.map, mustReload: false });
  }

  /**
   * Refuses a map that is empty or has lost half of its keys: it is probably a mistake, and would cut off subscribers.
   */
  #assertNotShrunken(entries: number, inPlace: string | null): void {
    if (this.#allowShrink) return;
    const before = this.#entriesBefore(inPlace);
    if (entries === 0) throw new Failure('key map: it is empty, the one in place stays (--allow-shrink accepts it)');
    if (entries * 2 <= before)
      throw new Failure(
        `key map: it has ${entries} keys instead of ${before}, the one in place stays (--allow-shrink accepts it)`,
      );
  }

  #entriesBefore(inPlace: string | null): number {
    return this.#parts.store.map?.entries ?? countKeys(inPlace);
  }

  /** Reads the counters right before a new map resets them. */
  async #collectBefore(): Promise<void> {
    const { collector } = this.#parts;
    try {
      await collector.collect();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!error.isDown) this.#wait(error);
      log('warning', `the counters could not be read before the new key map (${describe(error)})`);
    }
    this.#waitsSince = 0;
    collector.expectReload();
  }

  /** Throws until the new map has waited long enough for the counters. */
  #wait(error: Failure): void {
    this.#waitsSince ||= Date.now();
    if (Date.now() - this.#waitsSince < WAITS_MS)
      throw new Failure(`key map: the new one waits for the counters (${describe(error)})`);
  }
}
