import { route } from '#lib/http/route.ts';
import { keyMapResponse } from '#lib/storage/key-map-response.ts';
import { getKeyMap } from '#lib/storage/publication.ts';

export const GET = route({ access: 'server' }, async ({ ctx, request }) =>
  keyMapResponse(request, await getKeyMap(ctx), ctx.now),
);
export const HEAD = GET;
