import { route } from '#lib/http/route.ts';
import { listStorageServers } from '#lib/storage/queries.ts';
import { CreateStorageServerInput } from '#lib/storage/schema.ts';
import { createStorageServer } from '#lib/storage/service.ts';

export const GET = route({ access: 'admin' }, ({ ctx }) => listStorageServers(ctx));

export const POST = route({ access: 'admin', body: CreateStorageServerInput }, ({ ctx, body }) =>
  createStorageServer(ctx, body),
);
