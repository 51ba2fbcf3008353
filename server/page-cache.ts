/** Next's cache of prerendered pages, with this instance's settings filled in (`cacheHandler` in next.config.mjs). */
import { createRequire } from 'node:module';
import type { CacheHandlerValue } from 'next/dist/server/lib/incremental-cache';
import type NextCache from 'next/dist/server/lib/incremental-cache/file-system-cache.js';
import { isBuilding } from '#lib/env.ts';
import { copySettings, pageWithSettings } from '#lib/http/public-origin.ts';

/** Loaded with `require`: importing this CommonJS module's default gives exports in Node.js, the class in TypeScript. */
const { default: FileSystemCache } = createRequire(import.meta.url)(
  'next/dist/server/lib/incremental-cache/file-system-cache.js',
) as { default: typeof NextCache };

/** Rewritten entries, by the entry that Next holds in memory, so that each is rewritten once. */
const rewritten = new WeakMap<CacheHandlerValue, CacheHandlerValue>();

// oxlint-disable-next-line import/no-default-export -- Next requires a default export
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
