import { route } from '#lib/http/route.ts';

/** For nginx `auth_request` (docs/repository.md). */
export const GET = route({ access: 'repository' }, async () => new Response(null, { status: 204 }));
export const HEAD = GET;
