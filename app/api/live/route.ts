import { route } from '#lib/routes/route.ts';
import { getLiveNumbers } from '#lib/usage/live.ts';
import { LiveNumbersView } from '#lib/usage/views.ts';

export const GET = route(
  {
    access: 'public',
    summary: 'Show what the storage hosts report together',
    details: 'The same for every caller, at most 15 minutes old. `live` is null while no host reports.',
    answer: LiveNumbersView,
  },
  async ({ ctx }) => Response.json(await getLiveNumbers(ctx), { headers: { 'cache-control': 'public, max-age=300' } }),
);
