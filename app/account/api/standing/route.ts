import { route } from '#lib/routes/route.ts';
import { getStanding } from '#lib/standing/read-standing.ts';
import { StandingView } from '#lib/standing/views.ts';

export const GET = route(
  {
    access: 'user',
    summary: 'Show what you should know first: payment, limit or silence, with its figures',
    answer: StandingView,
  },
  ({ ctx }) => getStanding(ctx),
);
