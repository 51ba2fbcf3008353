import { JobQuery, listJobs } from '#lib/jobs/queries.ts';
import { JobListView } from '#lib/jobs/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'List failed, waiting or running background jobs', query: JobQuery, answer: JobListView },
  ({ ctx, query }) => listJobs(ctx, query),
);
