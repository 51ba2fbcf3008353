import { z } from 'zod';
import { getHostHashes, recordHostHashes } from '#lib/hash-reports/hosts.ts';
import { HostHashesInput, HostHashesQuery } from '#lib/hash-reports/schema.ts';
import { HostHashesView } from '#lib/hash-reports/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  {
    access: 'server',
    summary: 'Get the hashes that a storage host must remove or refuse',
    query: HostHashesQuery,
    answer: HostHashesView,
  },
  ({ ctx, query }) => getHostHashes(ctx, query.version),
);
export const POST = route(
  {
    access: 'server',
    summary: 'Report removed hashes and the applied refusals',
    details: 'Safe to repeat: the first report of a removal counts.',
    body: HostHashesInput,
    bodyLimit: 256 * 1024,
    answer: z.object({ status: z.literal('ok') }),
  },
  ({ ctx, body }) => recordHostHashes(ctx, body),
);
