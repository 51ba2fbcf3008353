'use client';

import { useState } from 'react';

const NOBODY: ReadonlySet<string> = new Set();

/** The selected users of the shown page. Another page, filter or order clears the selection. */
export function useTicked(query: string, page: readonly { id: string }[] | undefined) {
  const [chosen, setChosen] = useState({ query, ids: NOBODY });
  const ids = chosen.query === query ? chosen.ids : NOBODY;
  const ticked = new Set(page?.flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  return {
    ticked,
    tick: (id: string) =>
      setChosen((before) => ({ query, ids: toggled(before.query === query ? before.ids : NOBODY, id) })),
    tickAll: () => setChosen({ query, ids: ticked.size ? NOBODY : new Set(page?.map(({ id }) => id)) }),
    untick: () => setChosen({ query, ids: NOBODY }),
  };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
