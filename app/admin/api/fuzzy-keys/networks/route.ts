import { getKeyNetworks } from '#lib/admin/key-networks.ts';
import { NamedKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { route } from '#lib/routes/route.ts';
import { KeyNetworksView } from '#lib/users/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'List the networks from which a key was used',
    details: 'Those of the last seven days, under pseudonyms, with the most requests first; at most 50.',
    query: NamedKeyInput,
    answer: KeyNetworksView,
    refuses: ['not_found'],
  },
  async ({ ctx, query }) => Response.json(await getKeyNetworks(ctx, query)),
);
