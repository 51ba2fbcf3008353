/** Next's cache of prerendered pages, with this instance's settings filled in (`cacheHandler` in next.config.mjs). */
import { createRequire } from 'node:module';
import type { CacheHandlerValue } from 'next/dist/server/lib/incremental-cache';
import type NextCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { isBuilding } from '#lib/base/settings/env.ts';
import { copySettings, pageWithSettings } from '#lib/http/public-origin.ts';

/**
 * Loaded with `require`, because Node.js and TypeScript resolve a default import of this CommonJS module differently.
 */
const { default: FileSystemCache } = createRequire(import.meta.url)(
  'next/dist/server/lib/incremental-cache/file-system-cache.js',
) as { default: typeof NextCache };

/**
 * Rewritten pages by the cache entry that Next holds in memory, so that an entry is rewritten only once per settings.
 */
const rewritten = new WeakMap<CacheHandlerValue, { settings: string; page: CacheHandlerValue }>();

// oxlint-disable-next-line import/no-default-export -- Next requires a default export
export default class PageCache extends FileSystemCache {
  override async get(...args: Parameters<NextCache['get']>): Promise<CacheHandlerValue | null> {
    const entry = await super.get(...args);
    if (isBuilding() || !entry?.value || !('rscData' in entry.value)) return entry;
    const settings = copySettings();
    const text = JSON.stringify(settings);
    const known = rewritten.get(entry);
    if (known?.settings === text) return known.page;
    const page = { ...entry, value: pageWithSettings(entry.value, settings) };
    rewritten.set(entry, { settings: text, page });
    return page;
  }
}
