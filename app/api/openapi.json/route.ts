import { published } from '#lib/openapi/published.ts';

export const dynamic = 'force-static';

/** The same document for every caller. Its server URL is relative to its own URL. */
export const GET = () => Response.json(published, { headers: { 'cache-control': 'public, max-age=3600' } });
