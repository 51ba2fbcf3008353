import { route } from '#lib/routes/route.ts';
import { listStorageServers } from '#lib/storage/queries.ts';
import { CreateStorageServerInput, StorageServerListQuery } from '#lib/storage/schema.ts';
import { createStorageServer } from '#lib/storage/service.ts';
import { StorageServerListView, StorageServerToken } from '#lib/storage/views.ts';

export const GET = route(
  {
    access: 'admin',
    summary: 'List the storage servers',
    query: StorageServerListQuery,
    answer: StorageServerListView,
  },
  ({ ctx, query }) => listStorageServers(ctx, query),
);

export const POST = route(
  {
    access: 'admin',
    summary: 'Add a storage server',
    body: CreateStorageServerInput,
    answer: StorageServerToken,
    refuses: ['reauthentication_required', 'conflict'],
  },
  ({ ctx, body }) => createStorageServer(ctx, body),
);
