import { route } from '#lib/routes/route.ts';
import { getZoneFile } from '#lib/storage/hosts.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'Download the zone file with the SRV records of the storage servers',
    produces: 'text/plain',
    refuses: ['not_found'],
  },
  async ({ ctx }) =>
    new Response(await getZoneFile(ctx), {
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="fuzzy.zone"',
      },
    }),
);
