import { IdParams } from '#lib/auth/schema.ts';
import { getUserDetails } from '#lib/billing/queries.ts';
import { UserDetailsView } from '#lib/billing/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: "Show a user's plan, key and limit", params: IdParams, answer: UserDetailsView },
  ({ ctx, params }) => getUserDetails(ctx, params.id),
);
