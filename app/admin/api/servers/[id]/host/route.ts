import { route } from '#lib/routes/route.ts';
import { updateStorageHost } from '#lib/storage/hosts.ts';
import { StorageHostInput, StorageServerParams } from '#lib/storage/schema.ts';
import { StorageServerRow } from '#lib/storage/views.ts';

export const PUT = route(
  {
    access: 'admin',
    summary: 'Change where subscribers reach a storage server',
    details: 'The guides and the zone file follow within ten seconds. An empty host takes the server out of both.',
    params: StorageServerParams,
    body: StorageHostInput,
    answer: StorageServerRow,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx, params, body }) => updateStorageHost(ctx, params.id, body),
);
