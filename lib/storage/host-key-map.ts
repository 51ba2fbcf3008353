import type { Context, Server } from '#lib/base/context.ts';
import { serializeKeyMap } from './key-map.ts';
import type { KeyMap, KeyMapValidators, PublishedKeyMap } from './publication.ts';
import { getKeyMap } from './publication.ts';
import { LIST_FLAGS, LISTS } from './schema.ts';
import type { KeyMapEntry } from './views.ts';

/**
 * The published key map as the calling host needs it: on a host that serves only one list, the flag of the other list
 * is hidden from every key. A host without a public name gets the map unchanged.
 */
export async function getHostKeyMap(ctx: Context<Server>): Promise<PublishedKeyMap> {
  const { host, lists } = await ctx.db.storageServer.findUniqueOrThrow({
    where: { id: ctx.actor.serverId },
    select: { host: true, lists: true },
  });
  const published = await getKeyMap(ctx);
  const hidden = host === null ? [] : LISTS.filter((list) => !lists.includes(list)).map((list) => LIST_FLAGS[list]);
  return hidden.length === 0 ? published : withHidden(published, hidden);
}

/** A key map that hides these flags from every key. Its ETag names the flags, because each form needs its own. */
export function withHidden(published: PublishedKeyMap, flags: readonly number[]): PublishedKeyMap {
  const validators = ({ etag, lastModified }: KeyMapValidators): KeyMapValidators => ({
    etag: `${etag.slice(0, -1)}-without-${flags.join('-')}"`,
    lastModified,
  });
  const open = async (): Promise<KeyMap> => {
    const map = await published.open();
    const entries = (JSON.parse(map.body) as KeyMapEntry[]).map((entry) => hiding(entry, flags));
    return { ...validators(map), body: serializeKeyMap(entries) };
  };
  return { ...validators(published), open };
}

function hiding(entry: KeyMapEntry, flags: readonly number[]): KeyMapEntry {
  const forbidden = [...new Set([...(entry.extensions.forbidden_ids ?? []), ...flags])].sort((a, b) => a - b);
  return { ...entry, extensions: { ...entry.extensions, forbidden_ids: forbidden } };
}
