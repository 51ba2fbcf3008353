import { getLastRequest } from '#lib/billing/usage.ts';
import { route } from '#lib/http/route.ts';
import { LastRequestView } from '#lib/usage/views.ts';

export const GET = route(
  { access: 'user', summary: 'Show when a request with your key was last seen', answer: LastRequestView },
  ({ ctx }) => getLastRequest(ctx),
);
