import { route } from '#lib/routes/route.ts';
import { keyMapResponse } from '#lib/storage/key-map-response.ts';
import { getHostKeyMap } from '#lib/storage/host-key-map.ts';
import { KeyMapView } from '#lib/storage/views.ts';

export const GET = route(
  {
    access: 'server',
    summary: "Get the key map for Rspamd's fuzzy storage",
    details:
      'Rspamd loads it as dynamic_keys_map. A host that has one list hides the matches of the other list. It has an ETag. Changes are published at most once a minute. The agent asks every 10 seconds.',
    answer: KeyMapView,
    also: { 304: 'The map has not changed since the version in If-None-Match or If-Modified-Since.' },
  },
  async ({ ctx, request }) => keyMapResponse(request, await getHostKeyMap(ctx), ctx.now),
);
export const HEAD = GET;
