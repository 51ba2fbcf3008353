/** Next's own cache of prerendered pages; what it hands out carries this copy's settings (`cacheHandler` in next.config.mjs). */
import { createRequire } from 'node:module';
import type { CacheHandlerValue } from 'next/dist/server/lib/incremental-cache';
import type NextCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { isBuilding } from '#lib/env.ts';
import { copySettings, pageWithSettings } from '#lib/http/public-origin.ts';

/** A CommonJS module with a default export: an import would give Node the module and TypeScript the class. */
const { default: FileSystemCache } = createRequire(import.meta.url)(
  'next/dist/server/lib/incremental-cache/file-system-cache.js',
) as { default: typeof NextCache };

/** Each entry is rewritten once, as long as Next holds it in memory. */
const rewritten = new WeakMap<CacheHandlerValue, CacheHandlerValue>();

// eslint-disable-next-line no-restricted-syntax -- Next asks for it
export default class PageCache extends FileSystemCache {
  override async get(...args: Parameters<NextCache['get']>): Promise<CacheHandlerValue | null> {
    const entry = await super.get(...args);
    if (isBuilding() || !entry?.value || !('rscData' in entry.value)) return entry;
    const known = rewritten.get(entry);
    if (known) return known;
    const mine = { ...entry, value: pageWithSettings(entry.value, copySettings()) };
    rewritten.set(entry, mine);
    return mine;
  }
}
