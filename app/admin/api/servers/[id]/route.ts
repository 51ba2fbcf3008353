import { NoInput } from '#lib/auth/schema.ts';
import { route } from '#lib/http/route.ts';
import { StorageServerParams } from '#lib/storage/schema.ts';
import { removeStorageServer } from '#lib/storage/service.ts';

export const DELETE = route(
  { access: 'admin', params: StorageServerParams, body: NoInput },
  async ({ ctx, params }) => {
    await removeStorageServer(ctx, params.id);
    return { status: 'ok' };
  },
);
