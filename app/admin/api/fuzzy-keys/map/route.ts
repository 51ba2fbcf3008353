import { getPublicKeyMap } from '#lib/fuzzy-keys/queries.ts';
import { PublicKeyMapView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const GET = statusRoute(
  { access: 'admin', summary: 'List the public half of every key that is not deleted', answer: PublicKeyMapView },
  ({ ctx }) => getPublicKeyMap(ctx),
);
