import { ArchivePath, ArchiveQuery } from '#lib/guides/schema.ts';
import { route } from '#lib/routes/route.ts';
import { getSetupArchive } from '#lib/users/keys/setup-archive.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Download the setup of a platform, with your API key',
    params: ArchivePath,
    query: ArchiveQuery,
    produces: 'application/gzip',
    refuses: ['not_found', 'rate_limited'],
  },
  async ({ ctx, params, query }) => {
    const { fileName, bytes } = await getSetupArchive(ctx, { ...params, ...query });
    const headers = { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${fileName}"` };
    return new Response(bytes, { headers });
  },
);
