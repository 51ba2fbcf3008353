import { route } from '#lib/http/route.ts';
import { JobQuery, listJobs } from '#lib/jobs/queries.ts';

export const GET = route({ access: 'admin', query: JobQuery }, ({ ctx, query }) => listJobs(ctx, query));
