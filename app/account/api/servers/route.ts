import { findOwnKeyId } from '#lib/billing/queries.ts';
import { route } from '#lib/routes/route.ts';
import { getOwnServers, showAddresses } from '#lib/sources/own-servers.ts';
import { ServersSettingsInput } from '#lib/sources/schema.ts';
import { ServersSettingsView, ServersView } from '#lib/sources/views.ts';

export const GET = route(
  { access: 'user', summary: 'List the hosts that use your key', answer: ServersView },
  async ({ ctx }) => getOwnServers(ctx, await findOwnKeyId(ctx)),
);
export const PUT = route(
  {
    access: 'user',
    summary: 'Show or hide the addresses of the hosts that use your key',
    details: 'Hiding deletes the stored addresses at once.',
    body: ServersSettingsInput,
    answer: ServersSettingsView,
  },
  ({ ctx, body }) => showAddresses(ctx, body),
);
