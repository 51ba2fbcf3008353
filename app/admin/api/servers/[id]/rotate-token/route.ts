import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { StorageServerParams } from '#lib/storage/schema.ts';
import { rotateStorageServerToken } from '#lib/storage/service.ts';

export const POST = route({ access: 'admin', params: StorageServerParams, body: NoInput }, ({ ctx, params }) =>
  rotateStorageServerToken(ctx, params.id),
);
