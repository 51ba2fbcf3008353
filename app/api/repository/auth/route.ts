import { route } from '#lib/routes/route.ts';

/** For nginx `auth_request` (docs/repository.md). */
export const GET = route(
  {
    access: 'repository',
    summary: 'Check whether an API key may download packages',
    details: 'For auth_request of nginx and similar proxies.',
    produces: 'nothing',
  },
  async () => new Response(null, { status: 204 }),
);
export const HEAD = GET;
