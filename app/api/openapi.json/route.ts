import { published } from '#lib/http/openapi/published.ts';

export const dynamic = 'force-static';

/** The same for everybody; its server is the one that it was fetched from. */
export const GET = () => Response.json(published, { headers: { 'cache-control': 'public, max-age=3600' } });
