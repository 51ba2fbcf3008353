import { getRanks } from '#lib/fuzzy-keys/queries.ts';
import { RanksView } from '#lib/fuzzy-keys/views.ts';
import { statusRoute } from '#lib/routes/status-route.ts';

export const GET = statusRoute({ access: 'admin', summary: 'List key ranks', answer: RanksView }, ({ ctx }) =>
  getRanks(ctx),
);
